import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterFailure, isAddress, judgeFailure } from './mail-rules.ts'

/** How often a mail is tried before somebody has to look at it. */
const mostTries = 8

const smtp = (more: object) => Object.assign(new Error('no'), more)

// OFFICE-501
test('a mail that fails is tried again later and later, and is given up after a limit', () => {
  void fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 2e12 }),
      fc.constantFrom('of-mail' as const, 'of-server' as const),
      (tries, nowMs, is) => {
        const became = afterFailure({ is, answer: 'busy' }, tries, nowMs)
        expect([became.answer, became.changed_at, became.reason]).toEqual(['busy', nowMs, null])
        expect(became.state).toBe(tries >= mostTries ? 'failed' : 'queued')
        if (became.state === 'failed') return
        const next = afterFailure({ is, answer: 'busy' }, tries + 1, nowMs)
        expect(became.next_at).toBeGreaterThan(nowMs)
        if (next.state === 'queued') expect(next.next_at).toBeGreaterThan(became.next_at)
      },
    ),
  )
  expect(afterFailure({ is: 'refused', answer: 'unknown user' }, 1, 5)).toMatchObject({
    ...{ state: 'undeliverable', reason: 'refused', answer: 'unknown user' },
  })
})

test('what a mail server answers is told apart: an address for good, one mail, or everything', () => {
  const cases = [
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 unknown user' }, 'refused'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 450, response: '450 4.2.0 greylisted' }, 'of-mail'],
    [{ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 relay denied' }, 'of-mail'],
    [{ code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550, response: '550 not you' }, 'of-server'],
    [{ code: 'EMESSAGE', responseCode: 554, response: '554 spam' }, 'of-mail'],
    [{ code: 'EMESSAGE', responseCode: 421, response: '421 closing' }, 'of-server'],
    [{ code: 'ECONNECTION' }, 'of-server'],
    [{ code: 'EAUTH', responseCode: 535 }, 'of-server'],
  ] as const
  for (const [more, is] of cases) expect([more, judgeFailure(smtp(more)).is]).toEqual([more, is])
  for (const odd of [undefined, null, 'text', 7, {}])
    expect(judgeFailure(odd)).toEqual({ is: 'of-server', answer: 'no answer' })
})

test('an answer is shown on one line of a bounded length, and an address is one address', () => {
  void fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (response) => {
      const { answer } = judgeFailure(smtp({ response }))
      expect(answer.length).toBeLessThanOrEqual(500)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them is shown.
      expect(answer).not.toMatch(/[\u0000-\u001f\u007f]/)
    }),
  )
  for (const good of ['ada@example.org', 'o’neill+x@exam.example']) expect([good, isAddress(good)]).toEqual([good, true])
  for (const bad of [
    '',
    'ada',
    'a@b@c',
    'a b@c.d',
    'Ada <a@b.c>',
    'a@b.c, d@e.f',
    'a@b.c\r\nBcc: x@y.z',
    `${'a'.repeat(250)}@b.org`,
  ])
    expect([bad, isAddress(bad)]).toEqual([bad, false])
})
