import type { CourseParameters, HostMessage } from '@sitwell/contract/course-messages'
import type { Left } from '../left-store.ts'
import { openRunTime } from '../open-run-time.ts'
import { createSession } from '../session.ts'

/** What a test opens a SCO with. */
export const parametersOf = (
  launch: Partial<CourseParameters['launch']>,
  data: Readonly<Record<string, string>> = {},
): CourseParameters => ({
  learner: { id: 'l1', name: 'Lear, Ada' },
  language: 'en',
  data: Object.entries(data).map(([element, value]) => ({ element, value })),
  launch: {
    address: '/course/t/a.html',
    base: '/course/t/',
    kind: 'sco',
    version: '1.2',
    entry: 'ab-initio',
    mode: 'normal',
    title: 'One',
    identifier: 'one',
    ...launch,
  },
})

/** A SCO that is open, with what the host has told of it. `settle` has what was gathered told. */
export const openedSco = async (parameters: CourseParameters) => {
  const messages: HostMessage[] = []
  const left: (Left | undefined)[] = []
  let ended = 0
  let tell: (() => void) | undefined
  const session = createSession({
    ...(await openRunTime(parameters)),
    parameters,
    send: (message) => messages.push(structuredClone(message)),
    keepLeft: (one) => left.push(one),
    gather: (given) => ({
      note: () => {
        tell = given
      },
      tellNow() {
        tell?.()
        tell = undefined
      },
      drop: () => {
        tell = undefined
      },
    }),
    onEnded: () => {
      ended += 1
    },
  })
  const api: Record<string, (...given: unknown[]) => string> = Object.assign(
    {},
    ...Object.values(session.api).map(({ version: _version, ...calls }: Record<string, unknown>) => calls),
  )
  const call = (name: string, ...given: unknown[]) => {
    const called = api[name]
    if (!called) throw new Error(`No call ${name}`)
    return called(...given)
  }
  const stateNow = () => {
    const last = messages.at(-1)
    return last && 'data' in last ? Object.fromEntries(last.data.map(({ element, value }) => [element, value])) : undefined
  }
  return { session, call, messages, left, stateNow, ended: () => ended, settle: () => tell?.() }
}
