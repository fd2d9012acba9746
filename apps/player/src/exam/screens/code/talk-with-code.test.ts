import type { CodeOrder, CodeStart } from '@sitwell/contract/code-messages'
import { describe, expect, test, vi } from 'vitest'
import { longestStartMs, mostMessages, rateMs, talkWithCode } from './talk-with-code.ts'

const origin = 'https://courses.example'
const start = { type: 'urn:x:a', module: 'a' } as unknown as CodeStart

/** The page with a frame in it; what the frame gets, and what the page heard of it. */
const talk = (give: () => Promise<CodeStart> = async () => start) => {
  const heard: unknown[][] = []
  const posted: { data: unknown; to: string; ports: readonly MessagePort[] }[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const waiting: { readonly callback: () => void; readonly ms: number; isOver: boolean }[] = []
  const contentWindow = {
    postMessage: (data: unknown, to: string, ports: MessagePort[]) => void posted.push({ data, to, ports }),
  }
  const talking = talkWithCode(
    {
      // Boundary: as much of a frame and a page as are used.
      frame: { contentWindow } as never,
      page: {
        addEventListener: (_: string, listener: never) => void listeners.add(listener),
        removeEventListener: (_: string, listener: never) => void listeners.delete(listener),
      } as never,
      ...{ origin, title: 'Question 1', start: give },
      wait: (callback, ms) => {
        const one = { callback, ms, isOver: false }
        waiting.push(one)
        return () => {
          one.isOver = true
        }
      },
    },
    {
      ready: () => void heard.push(['ready']),
      answer: (json) => void heard.push(['answer', json]),
      refused: () => void heard.push(['refused']),
      height: (pixels) => void heard.push(['height', pixels]),
      failed: (why) => void heard.push(['failed', why]),
    },
  )
  const arrive = (event: object) => {
    for (const listener of listeners) listener({ origin, source: contentWindow, data: 'ready', ...event } as MessageEvent)
  }
  /** Lets the frame say that it is there, and takes its end of the port. */
  const open = () => {
    arrive({})
    const [port] = posted[0]?.ports ?? []
    if (!port) throw new Error('no port')
    const orders: CodeOrder[] = []
    port.onmessage = ({ data }) => void orders.push(data)
    return { orders, say: (message: unknown) => port.postMessage(message), close: () => port.close() }
  }
  const pass = (ms: number) => {
    for (const one of waiting) if (!one.isOver && one.ms === ms) one.callback()
  }
  return { heard, posted, arrive, open, pass, talking }
}

describe('the page, and the code of a question', () => {
  test('speak through a port that the frame of the courses’ origin alone gets, once', () => {
    const { arrive, posted, open, talking } = talk()
    arrive({ origin: 'https://elsewhere.example' })
    arrive({ source: {} })
    arrive({ source: null })
    arrive({ data: { type: 'answer', json: '{}' } })
    expect(posted).toEqual([])
    const frame = open()
    arrive({})
    expect(posted.map(({ data, to }) => [data, to])).toEqual([['Question 1', origin]])
    talking.stop()
    frame.close()
  })

  test('begin with all that the code gets, and hear what it answers', async () => {
    const { open, heard, talking } = talk()
    const frame = open()
    await vi.waitFor(() => expect(frame.orders).toEqual([{ type: 'start', start }]))
    frame.say({ type: 'ready' })
    frame.say({ type: 'height', pixels: 120 })
    frame.say({ type: 'answer', json: '{"response":null}' })
    frame.say({ type: 'refused' })
    await vi.waitFor(() => expect(heard).toEqual([['ready'], ['height', 120], ['answer', '{"response":null}'], ['refused']]))
    talking.stop()
    frame.close()
  })

  test('hear nothing else, whatever the code sends', async () => {
    const { open, heard, talking } = talk()
    const frame = open()
    const deep: { inside?: unknown } = {}
    deep.inside = deep
    const hostile = [
      ...[null, 'ready', 7, [], {}, deep, { type: 'start' }, { type: '__proto__' }],
      ...[{ type: 'answer' }, { type: 'answer', json: { response: 1 } }, { type: 'answer', json: 'x'.repeat(50_001) }],
      ...[
        { type: 'height', pixels: Number.NaN },
        { type: 'height', pixels: -1 },
        { type: 'height', pixels: 1e9 },
      ],
      ...[
        { type: 'failed', why: { toString: 1 } },
        { type: 'failed', why: 'x'.repeat(1001) },
      ],
    ]
    for (const message of hostile) frame.say(message)
    frame.say({ type: 'ready' })
    await vi.waitFor(() => expect(heard).toEqual([['ready']]))
    talking.stop()
    frame.close()
  })

  test('end where the code sends more than is heard, and not where it sends as much again later', async () => {
    const { open, heard, pass, talking } = talk()
    const frame = open()
    const sendAll = async (from: number) => {
      for (let count = 0; count < mostMessages; count += 1) frame.say({ type: 'height', pixels: count })
      await vi.waitFor(() => expect(heard).toHaveLength(from + mostMessages))
    }
    await sendAll(0)
    pass(rateMs)
    await sendAll(mostMessages)
    frame.say({ type: 'height', pixels: 0 })
    frame.say({ type: 'answer', json: '{"response":null}' })
    await vi.waitFor(() => expect(heard.slice(2 * mostMessages)).toEqual([['failed', 'It sends too many messages.']]))
    talking.stop()
    frame.close()
  })

  test.each([
    ['never says that it is ready', async () => start, 'It did not start in time.'],
    ['lacks a file', () => Promise.reject(new Error('The file "a.js" could not be loaded.')), /a\.js/],
  ] as const)('fail where it %s, and tell that once', async (_, give, why) => {
    const { open, heard, pass, talking } = talk(give)
    const frame = open()
    if (typeof why === 'string') pass(longestStartMs)
    await vi.waitFor(() => expect(heard).toEqual([['failed', expect.stringMatching(why)]]))
    pass(longestStartMs)
    expect(heard).toHaveLength(1)
    talking.stop()
    frame.close()
  })
})
