import type { DaySummary } from '@speedcell/shared/contracts'
import { type Database, histogramOf, type ValueCount } from '../core/index.ts'
import { type DailyRow, stateOf } from './day.ts'

const HOUR_MS = 3_600_000
/** Widths that a histogram's bins may have, and how many bins are read easily. */
const WIDTHS = [5, 10, 20, 25, 50, 100] as const
const MOST_BINS = 16

/** Entries by full hour since the day opened, up to the closing; who was closed with the list belongs to the last hour. */
export function hoursOf(lengthMs: number, entries: readonly { readonly hour: number; readonly count: number }[]): number[] {
  const hours = new Array<number>(Math.ceil(lengthMs / HOUR_MS)).fill(0)
  for (const { hour, count } of entries) {
    const index = Math.min(Math.max(hour, 0), hours.length - 1)
    hours[index] = (hours[index] ?? 0) + count
  }
  return hours
}

interface Figures {
  players: number
  solved: number
  medianTimeMs: number | null
  medianMoves: number | null
}

/** What everybody may know of a day at an instant (ms since the epoch); its deal only once the list has closed. */
export async function summaryOf(database: Database, daily: DailyRow, now: number): Promise<DaySummary> {
  const { day, deal, opensAt, endsAt, closesAt, closedAt } = daily
  const [[figures], scores, hours] = await Promise.all([
    database.$queryRaw<Figures[]>`
      SELECT count(*)::int AS players, count(*) FILTER (WHERE won)::int AS solved,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY time_ms) FILTER (WHERE won))::int AS "medianTimeMs",
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY moves) FILTER (WHERE won))::int AS "medianMoves"
      FROM daily_entries WHERE day = ${day}`,
    database.$queryRaw<ValueCount[]>`
      SELECT score AS value, count(*)::int AS count FROM daily_entries WHERE day = ${day} AND won GROUP BY score ORDER BY score`,
    database.$queryRaw<{ hour: number; count: number }[]>`
      SELECT floor(extract(epoch FROM ended_at - ${opensAt}) / 3600)::int AS hour, count(*)::int AS count
      FROM daily_entries WHERE day = ${day} GROUP BY hour`,
  ])
  return {
    day,
    state: stateOf(daily, now),
    opensAt: opensAt.toISOString(),
    endsAt: endsAt.toISOString(),
    closesAt: closesAt.toISOString(),
    deal: closedAt ? deal : null,
    ...(figures ?? { players: 0, solved: 0, medianTimeMs: null, medianMoves: null }),
    scores: histogramOf(scores, WIDTHS, MOST_BINS),
    hours: hoursOf(closesAt.getTime() - opensAt.getTime(), hours),
  }
}

/** How many are on a day's list, and how many of them have won. */
export async function countsOf(database: Database, day: string): Promise<{ players: number; solved: number }> {
  const [counts] = await database.$queryRaw<{ players: number; solved: number }[]>`
    SELECT count(*)::int AS players, count(*) FILTER (WHERE won)::int AS solved FROM daily_entries WHERE day = ${day}`
  return counts ?? { players: 0, solved: 0 }
}
