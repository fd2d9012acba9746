import { officeTodayOperation } from '@sitwell/contract'
import { route } from '../http/service.ts'
import { readFacts } from './read-facts.ts'
import type { TodayContext } from './today-context.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** How the server stands, for whoever operates it. */
export const officeTodayOperationRoute = (context: TodayContext) =>
  route(officeTodayOperation, async () => {
    const nowMs = context.clock.nowMs()
    const facts = await readFacts(context, nowMs)
    return { ok: true, value: { facts, since: iso(context.operation.sinceMs), asOf: iso(nowMs) } }
  })
