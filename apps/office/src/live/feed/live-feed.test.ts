import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Asked, createLiveFeed } from './live-feed.ts'
import { blindAfterMs } from './view-age.ts'

/** A clock that a test moves on, and a server that answers as it is told to. */
const open = () => {
  let nowMs = 0
  let due: { atMs: number; call: () => void }[] = []
  let isWatched = true
  const asked: { atMs: number; answer: (outcome: Asked<string>) => void; signal: AbortSignal }[] = []
  const replies: string[] = []
  const feed = createLiveFeed<string>({
    clock: {
      now: () => ({ steadyMs: nowMs, wallMs: nowMs }),
      after: (ms, call) => {
        const one = { atMs: nowMs + ms, call }
        due.push(one)
        return () => {
          due = due.filter((other) => other !== one)
        }
      },
    },
    ask: (signal) => new Promise((answer) => asked.push({ atMs: nowMs, answer, signal })),
    onReply: (reply) => replies.push(reply),
    isWatched: () => isWatched,
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    ...{ feed, asked, replies, nowMs: () => nowMs },
    watch: (watched: boolean) => {
      isWatched = watched
    },
    async pass(ms: number) {
      const endMs = nowMs + ms
      for (;;) {
        await settle()
        const [next] = due.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)
        if (!next) break
        nowMs = Math.max(nowMs, next.atMs)
        due = due.filter((one) => one !== next)
        next.call()
      }
      nowMs = endMs
      await settle()
    },
    async answer(outcome: Asked<string>) {
      asked.at(-1)?.answer(outcome)
      await settle()
    },
  }
}

const reply = (text: string, asOfMs: number, heldMs = 0): Asked<string> => ({ is: 'reply', reply: text, asOfMs, heldMs })

// OFFICE-108
test('whenever the network goes, the view says so within five seconds, and since the last moment that it knows of', async () => {
  const event = fc.record({
    waitMs: fc.nat({ max: 2500 }),
    outcome: fc.constantFrom<'reply' | 'lost' | 'nothing'>('reply', 'reply', 'lost', 'nothing'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (events) => {
      const desk = open()
      let knownFromMs: number | undefined
      for (const { waitMs, outcome } of events) {
        await desk.pass(waitMs)
        const mine = desk.asked.at(-1)
        const isOpen = mine !== undefined && !mine.signal.aborted && mine.atMs <= desk.nowMs()
        if (outcome === 'reply' && isOpen) {
          const before = desk.replies.length
          await desk.answer(reply('some', desk.nowMs()))
          if (desk.replies.length > before) knownFromMs = mine.atMs
        }
        if (outcome === 'lost' && isOpen) await desk.answer({ is: 'lost' })
        const age = desk.feed.age()
        if (knownFromMs === undefined) expect(age.is).toBe('loading')
        else if (age.is === 'live') expect(age.ageMs).toBeGreaterThanOrEqual(desk.nowMs() - knownFromMs)
        expect(desk.feed.state().age.is).toBe(age.is)
      }
      await desk.pass(blindAfterMs + 1)
      // Nothing was answered in all that time.
      expect(desk.feed.state().age).toMatchObject(knownFromMs === undefined ? { is: 'loading', isLate: true } : { is: 'blind' })
      desk.feed.stop()
    }),
  )
})

// OFFICE-108
test('a request that nobody answers is given up and made anew, and its late reply is not taken', async () => {
  const desk = open()
  const [first] = desk.asked
  await desk.pass(4600)
  expect([first?.signal.aborted, desk.asked.length]).toEqual([true, 2])
  first?.answer(reply('late', 0))
  await desk.pass(0)
  expect(desk.replies).toEqual([])
  await desk.answer(reply('new', 5000))
  expect([desk.replies, desk.feed.state().age.is]).toEqual([['new'], 'live'])
})

// OFFICE-108
test('after the network came back the view is live again by itself', async () => {
  const desk = open()
  await desk.answer(reply('one', 100))
  await desk.pass(0)
  for (let minute = 0; minute < 600; minute += 1) {
    await desk.answer({ is: 'lost' })
    await desk.pass(1000)
  }
  expect(desk.feed.state().age).toMatchObject({ is: 'blind', sinceMs: 100 })
  await desk.answer(reply('two', 700_000))
  expect(desk.feed.state().age).toMatchObject({ is: 'live', asOfMs: 700_000 })
})

// OFFICE-108
test('a reply that waited at the server is as old as its reading, and never younger than the network allows', async () => {
  const desk = open()
  await desk.pass(2000)
  await desk.answer(reply('waited', 0, 1900))
  expect(desk.feed.age()).toMatchObject({ is: 'live', ageMs: 100 })
  await desk.pass(500)
  await desk.pass(300)
  await desk.answer(reply('boasts', 0, 99_999))
  expect(desk.feed.age()).toMatchObject({ is: 'live', ageMs: 0 })
  // Read for somebody else, and a moment before this page asked.
  await desk.pass(600)
  await desk.answer(reply('read before', 0, -300))
  const askedMs = desk.asked.at(-1)?.atMs ?? 0
  expect(desk.feed.age()).toMatchObject({ is: 'live', ageMs: desk.nowMs() - askedMs + 300 })
})

test('a refusal stops the asking until somebody asks again', async () => {
  const desk = open()
  await desk.answer({ is: 'refused', code: 'NOT_FOUND' })
  await desk.pass(60_000)
  expect([desk.asked.length, desk.feed.state().refused]).toEqual([1, 'NOT_FOUND'])
  desk.feed.again()
  expect([desk.asked.length, desk.feed.state().refused]).toEqual([2, undefined])
})

test('while nobody looks nothing is asked and the view grows old; whoever looks again has it asked at once', async () => {
  const desk = open()
  desk.watch(false)
  await desk.answer(reply('one', 0))
  await desk.pass(60_000)
  expect([desk.asked.length, desk.feed.state().age.is]).toEqual([1, 'blind'])
  desk.watch(true)
  desk.feed.again()
  expect(desk.asked.length).toBe(2)
})
