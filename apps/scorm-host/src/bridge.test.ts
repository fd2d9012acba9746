import type { PageMessage } from '@sitwell/contract/course-messages'
import { expect, test } from 'vitest'
import { createBridge } from './bridge.ts'

const pageOrigin = 'https://player.example'

// SCO-210 SCO-214
test('the host hears the page around it, and nobody else, and says nothing to anybody else', () => {
  const posted: unknown[][] = []
  const page = { postMessage: (...given: unknown[]) => void posted.push(given) }
  let tell: ((event: object) => void) | undefined
  // Boundary: as much of a window as the bridge asks for.
  const host = {
    parent: page,
    addEventListener: (_type: string, listener: typeof tell) => {
      tell = listener
    },
  }
  const bridge = createBridge(host as never, pageOrigin)
  const heard: PageMessage[] = []
  bridge.listen((message) => heard.push(message))
  const data = { type: 'close' }
  tell?.({ origin: 'https://other.example', source: page, data })
  tell?.({ origin: pageOrigin, source: {}, data })
  tell?.({ origin: pageOrigin, source: page, data: { type: 'saveData', data: [] } })
  tell?.({ origin: pageOrigin, source: page, data: 'close' })
  expect(heard).toEqual([])
  tell?.({ origin: pageOrigin, source: page, data })
  expect(heard).toEqual([data])
  bridge.send({ type: 'playerReady' })
  expect(posted).toEqual([[{ type: 'playerReady' }, pageOrigin]])
})
