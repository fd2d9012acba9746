import { listAside } from '@sitwell/storage/set-aside'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPostStore, openPage, type Page, sendAll, settled } from './testing/arrange-post.ts'
import { createPostOffice, type Fate, type Letter } from './testing/post-office.ts'

const fates: readonly Fate[] = ['taken', 'taken, reply lost', 'unreachable', 'busy', 'broken', 'unknown street']
const streets = ['Mill Lane', 'Quay Road'] as const

type Step =
  | { readonly kind: 'write'; readonly street: (typeof streets)[number] }
  | { readonly kind: 'end'; readonly street: (typeof streets)[number] }
  | { readonly kind: 'flush' | 'reload' | 'wait' }

const street = fc.constantFrom(...streets)
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), street }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), street }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('flush' as const, 'reload' as const, 'wait' as const) }) },
  ),
  { maxLength: 25 },
)
const fatesOf = (some: readonly Fate[], maxLength = 40) => fc.array(fc.constantFrom(...some), { maxLength })

/** Plays the steps against an office with these fates; at the end all goes well and whatever is left is sent. */
const play = async (plan: readonly Step[], plannedFates: readonly Fate[]) => {
  const office = createPostOffice([...plannedFates])
  const places = createPostStore()
  const written: Letter[] = []
  let ids = 0
  const open = () =>
    openPage(places, office.deliver, {
      newId: () => `id${++ids}`,
      lettersOf: (of) => written.filter((letter) => letter.street === of && letter.type === 'letter'),
    })
  let page: Page = open()
  const stumbled: unknown[] = []
  for (const step of plan) {
    if (step.kind === 'write') written.push(await page.write(step.street, written.length + 1))
    else if (step.kind === 'end') {
      const numbers = written.filter((one) => one.street === step.street && one.type === 'letter').map(({ number }) => number)
      written.push(await page.end(step.street, written.length + 1, numbers))
    } else if (step.kind === 'flush') page.queue.flush()
    else if (step.kind === 'wait') await settled()
    else {
      stumbled.push(...page.errors)
      page.goAway()
      page = open()
      await page.queue.load()
      page.queue.flush()
    }
  }
  await settled()
  office.recover()
  await sendAll(page)
  const aside = (await listAside(places)).map(({ record }) => record)
  return { office, places, written, aside, page, errors: [...stumbled, ...page.errors] }
}

const idsOf = (letters: readonly Letter[]) => letters.map(({ id }) => id)

describe('with any faults of network and server, and any number of reloads', () => {
  test('each request that was stored is with the server in the end, or set aside with what it held', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fatesOf(fates), async (plan, planned) => {
        const { office, places, written, aside, errors } = await play(plan, planned)
        expect(errors).toEqual([])
        expect(await places.keys('requests', '')).toEqual([])
        const there = new Set(idsOf(office.taken()))
        const kept = new Map(aside.map(({ value }) => [Object(value).id, Object(value)]))
        for (const { id, words, street: where } of written)
          if (!there.has(id)) expect(kept.get(id)).toMatchObject({ id, words, street: where })
      }),
    )
  })

  test('only what the server refused for good, or failed at time and again, is set aside', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fatesOf(fates), async (plan, planned) => {
        const { office, aside } = await play(plan, planned)
        for (const { reason, value } of aside) {
          const { id } = Object(value)
          const failures = office
            .attempts()
            .filter((one) => one.id === id && ['broken', 'unreachable', 'taken, reply lost'].includes(one.fate))
          expect(reason === 'UNKNOWN_STREET' ? office.refused().has(id) : failures.length >= 5).toBe(true)
        }
      }),
    )
  })

  test('no request id is ever sent with other words', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fatesOf(fates), async (plan, planned) => {
        const { office } = await play(plan, planned)
        const contents = new Map<string, Set<string>>()
        for (const { id, content } of office.attempts()) contents.set(id, (contents.get(id) ?? new Set()).add(content))
        for (const [id, different] of contents) expect([id, different.size]).toEqual([id, 1])
      }),
    )
  })
})

// A request that gets no answer six times in a row, or that the server fails at, lets others go first: neither happens here.
test('requests of one lane arrive in the order in which they were made, the end of a lane behind all that was written before it', async () => {
  const orderly = fatesOf(['taken', 'taken, reply lost', 'unreachable', 'busy', 'unknown street'], 5)
  await fc.assert(
    fc.asyncProperty(steps, orderly, async (plan, planned) => {
      const { office, written } = await play(plan, planned)
      const there = idsOf(office.taken())
      for (const lane of streets) {
        const made = idsOf(written.filter((one) => one.street === lane)).filter((id) => there.includes(id))
        expect(idsOf(office.taken().filter((one) => one.street === lane))).toEqual(made)
      }
    }),
  )
})

test('an end names only letters that the office has, and none that was refused holds it up', async () => {
  const plan: Step[] = [
    ...([1, 2, 3].map(() => ({ kind: 'write', street: streets[0] })) as Step[]),
    { kind: 'end', street: streets[0] },
  ]
  const { office, aside } = await play(plan, ['taken', 'unknown street'])
  expect(office.taken().map(({ type, number, numbers }) => [type, number, numbers])).toEqual([
    ['letter', 1, []],
    ['letter', 3, []],
    ['end', 4, [1, 3]],
  ])
  expect(aside.map(({ reason }) => reason)).toEqual(['UNKNOWN_STREET'])
})

test('a letter that the office has lost goes again, under its id, right before the end of its lane', async () => {
  const office = createPostOffice()
  const places = createPostStore()
  const letters: Letter[] = []
  let ids = 0
  const page = openPage(places, office.deliver, { newId: () => `id${++ids}`, lettersOf: () => letters })
  letters.push(await page.write('Mill Lane', 1))
  await settled()
  office.lose('id1')
  await page.end('Mill Lane', 2, [1])
  await settled()
  expect(idsOf(office.taken())).toEqual(['id1', 'id2'])
  expect(office.attempts().map(({ id }) => id)).toEqual(['id1', 'id2', 'id1', 'id2'])
})

test('a kind that is held back waits, lets others pass, and goes once it is looked at again', async () => {
  const office = createPostOffice()
  let isHeld = true
  let ids = 0
  const page = openPage(createPostStore(), office.deliver, { newId: () => `id${++ids}` }, (kinds) => ({
    ...kinds,
    end: { ...kinds.end, isHeldBack: () => isHeld },
  }))
  await page.end('Mill Lane', 1, [])
  await page.write('Quay Road', 2)
  await settled()
  expect(idsOf(office.taken())).toEqual(['id2'])
  isHeld = false
  page.queue.lookAgain()
  await settled()
  expect(idsOf(office.taken())).toEqual(['id2', 'id1'])
})

test('a request replaces one that waits, and never the one that is under way, whose reply may be lost', async () => {
  let release = () => {}
  const contents: string[] = []
  let ids = 0
  const page = openPage(
    createPostStore(),
    async ({ id, words }) => {
      contents.push(`${id}: ${words}`)
      if (contents.length > 1) return { kind: 'acknowledged', reply: {} }
      await new Promise<void>((resolve) => {
        release = resolve
      })
      return { kind: 'unreachable' }
    },
    { newId: () => `id${++ids}` },
  )
  const replace = (words: string) =>
    page.queue.enqueue({ type: 'letter', street: 'Mill Lane', number: 1, words, numbers: [] }, undefined, () => true)
  for (const words of ['first', 'second', 'third']) await replace(words)
  release()
  await settled()
  await sendAll(page)
  expect(contents).toEqual(['id1: first', 'id1: first', 'id3: third'])
})
