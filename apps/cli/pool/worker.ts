/** A thread of a crew: finds out what it was started for of each deal that it is handed. */
import { parentPort, workerData } from 'node:worker_threads'
import type { DealNumber } from '@speedcell/shared/engine'
import { find } from './job.ts'

parentPort?.on('message', (deal: DealNumber) => parentPort?.postMessage([deal, find(deal, workerData)]))
