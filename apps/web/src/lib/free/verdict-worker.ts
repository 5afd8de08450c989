import { judge, type Standing } from './verdict.ts'

// Judges one position after another, off the page's own thread.
addEventListener('message', ({ data }: MessageEvent<Standing>) => {
  postMessage(judge(data, () => performance.now()))
})
