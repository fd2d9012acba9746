import type { ServiceContext } from '../../http/service.ts'
import { endSilentSessions } from './silent-sessions.ts'

/** Milliseconds between two looks for sessions that fell silent. */
const lookEachMs = 10 * 60_000

/** What is done for statements while a server runs: none of it is waited for, and one round ends before the next one begins. */
export const createStatementCare = (
  context: Pick<ServiceContext, 'background' | 'clock' | 'database' | 'forwarding'>,
): (() => void) => {
  let isUnderWay = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  const round = async () => {
    const nowMs = context.clock.nowMs()
    if (nowMs - lookedAtMs >= lookEachMs) {
      lookedAtMs = nowMs
      await endSilentSessions(context)
    }
    await context.forwarding.round()
  }
  return () => {
    if (isUnderWay) return
    isUnderWay = true
    context.background.run('statements could not be looked after', () => round().finally(() => (isUnderWay = false)))
  }
}
