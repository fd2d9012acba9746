import type { CourseParameters } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { talkWithHost } from './host-messages.ts'

const origin = 'https://courses.example'
const parameters: CourseParameters = {
  learner: { id: 'l1', name: 'Lear, Ada' },
  language: 'en',
  data: [],
  launch: {
    ...{ address: `${origin}/course/t/a.html`, base: `${origin}/course/t/`, kind: 'sco', version: '1.2', entry: 'ab-initio' },
    ...{ mode: 'normal', title: 'One', identifier: 'one' },
  } as CourseParameters['launch'],
}

const arrange = () => {
  const posted: unknown[][] = []
  const contentWindow = { postMessage: (...given: unknown[]) => void posted.push(given) }
  let tell: ((event: object) => void) | undefined
  // Boundary: as much of a window as is asked for.
  const page = {
    addEventListener: (_type: string, listener: typeof tell) => {
      tell = listener
    },
    removeEventListener: () => {
      tell = undefined
    },
  }
  const heard: unknown[] = []
  const host = talkWithHost(
    { frame: { contentWindow } as never, origin, page: page as never, parameters },
    {
      state: ({ read, ends }) => void heard.push([read(), ends]),
      ready: () => void heard.push('ready'),
      filesStored: () => void heard.push('kept'),
      active: () => void heard.push('active'),
      failed: (isFailed) => void heard.push(['failed', isFailed]),
      over: (next) => void heard.push(['over', next]),
    },
  )
  const say = (data: unknown, from: object = {}) => tell?.({ origin, source: contentWindow, data, ...from })
  return { say, heard, posted, host, contentWindow }
}

// SCO-210 SCO-211 SCO-212 SCO-213 SCO-214
test('the page gives the host its parameters once it is ready, hears what is set, and that it is over', () => {
  const { say, heard, posted, host } = arrange()
  say({ type: 'playerReady' })
  say({ type: 'playerReady' })
  expect(posted).toEqual([[{ type: 'setParameters', parameters }, origin]])
  const data = [{ element: 'cmi.suspend_data', value: 'a' }]
  say({ type: 'saveData', data })
  say({ type: 'saveDataClose', data, sequencingState: 's' })
  say({ type: 'saveData', data: [] })
  say({ type: 'playerReady', kept: true })
  say({ type: 'playerReady', failed: true })
  say({ type: 'playerReady', failed: false })
  // Its page was left and had set nothing.
  say({ type: 'saveDataClose', data: [] })
  host.close()
  expect(posted.at(-1)).toEqual([{ type: 'close' }, origin])
  say({ type: 'close', next: 'two' })
  expect(heard).toEqual([
    'ready',
    [{ data }, false],
    [{ data, sequencingState: 's' }, true],
    'active',
    'kept',
    ['failed', true],
    ['failed', false],
    [{ data: [] }, true],
    ['over', 'two'],
  ])
})

test('what comes from elsewhere, or has no form of a message, is not heard', () => {
  const { say, heard, posted } = arrange()
  const messages = [{ type: 'playerReady' }, { type: 'saveData', data: [] }, { type: 'close' }]
  for (const message of messages) {
    say(message, { origin: 'https://player.example' })
    say(message, { source: {} })
    say(message, { source: null })
  }
  for (const odd of [undefined, null, 'close', 7, [], { type: 'setParameters', parameters }, { type: 'close', next: 7 }])
    say(odd)
  expect([heard, posted]).toEqual([[], []])
  for (const data of ['x', [{ element: 'cmi.suspend_data' }], [{ element: 'e', value: 'x'.repeat(70_000) }]])
    say({ type: 'saveData', data })
  expect(heard).toEqual([
    [undefined, false],
    [undefined, false],
    [undefined, false],
  ])
})
