import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Sending, type SendingEvent, sendingStep } from './sending.ts'

type Happening = 'send' | 'reply' | 'lose' | 'refuse' | 'late-reply'

const nothingSent = (): Sending<string> => ({ is: 'open' })

/** A server that stores each request id once, and a network that loses requests and replies. */
const play = (happenings: readonly { readonly what: Happening; readonly content: string }[]) => {
  let state = nothingSent()
  let ids = 0
  /** What was on its way, by request id. */
  const sent = new Map<string, Set<string>>()
  const unknown = new Set<string>()
  const tell = (event: SendingEvent<string>) => {
    state = sendingStep(state, event)
  }
  for (const { what, content } of happenings) {
    if (what === 'send') {
      tell({ kind: 'send', content, newId: `id${++ids}` })
      if (state.is === 'sent') sent.set(state.requestId, (sent.get(state.requestId) ?? new Set()).add(state.content))
    }
    if (state.is !== 'sent' && state.is !== 'unknown') continue
    const { requestId } = state
    if (what === 'reply') tell({ kind: 'replied', requestId, result: content })
    if (what === 'lose') tell({ kind: 'lost', requestId })
    if (what === 'refuse') tell({ kind: 'refused', requestId, code: 'NOT_ALLOWED' })
    if (what === 'late-reply') tell({ kind: 'replied', requestId: 'of another', result: content })
    if (state.is === 'unknown') unknown.add(requestId)
    else if (state.is !== 'sent') unknown.delete(requestId)
  }
  return { state, sent, unknown }
}

const happenings = fc.array(
  fc.record({
    what: fc.constantFrom<Happening>('send', 'send', 'reply', 'lose', 'lose', 'refuse', 'late-reply'),
    content: fc.constantFrom('add 5', 'add 10'),
  }),
  { maxLength: 30 },
)

// OFFICE-106
test('a request id stands for one content, and nothing is sent under a new one while it is unknown what became of the last', () => {
  fc.assert(
    fc.property(happenings, (events) => {
      const { sent, unknown, state } = play(events)
      for (const contents of sent.values()) expect(contents.size).toBe(1)
      // At most one request has an unknown end, and that is the one that is sent again.
      expect(unknown.size).toBeLessThanOrEqual(1)
      if (state.is === 'unknown') expect([...unknown]).toEqual([state.requestId])
    }),
  )
})

test('what was refused may be changed and sent as something new; what is done stays done', () => {
  expect(
    play([
      { what: 'send', content: 'a' },
      { what: 'refuse', content: '' },
    ]).state,
  ).toEqual({
    ...{ is: 'open', refusal: 'NOT_ALLOWED' },
  })
  const again = play([
    ...[{ what: 'send', content: 'add 5' } as const, { what: 'lose', content: '' } as const],
    ...[{ what: 'send', content: 'add 10' } as const, { what: 'reply', content: 'well' } as const],
    { what: 'send', content: 'add 10' },
  ])
  expect(again.state).toEqual({ is: 'done', requestId: 'id1', result: 'well' })
  expect([...(again.sent.get('id1') ?? [])]).toEqual(['add 5'])
})
