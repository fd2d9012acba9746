import type { CDPSession } from '@playwright/test'

/** What the browser's tracing tells of a mark that a page has set: `tts` is what its thread had worked by then, in microseconds. */
interface TracedMark {
  readonly name: string
  readonly tts?: number
}

/**
 * Does something in a page that sets marks (`performance.mark`), and answers what the page's main thread had worked at each, in
 * milliseconds. What other processes take of the machine meanwhile isn't in it, nor is waiting for a frame.
 */
export async function threadTimes(devTools: CDPSession, act: () => Promise<void>): Promise<Map<string, number>> {
  const times = new Map<string, number>()
  const note = ({ value }: { value: readonly object[] }) => {
    // As the protocol has them: whatever is traced, and here marks alone.
    for (const { name, tts } of value as readonly TracedMark[]) if (tts !== undefined) times.set(name, tts / 1000)
  }
  devTools.on('Tracing.dataCollected', note)
  const complete = new Promise<void>((done) => devTools.once('Tracing.tracingComplete', () => done()))
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing'], excludedCategories: ['*'] },
  })
  await act()
  await devTools.send('Tracing.end')
  await complete
  devTools.off('Tracing.dataCollected', note)
  return times
}
