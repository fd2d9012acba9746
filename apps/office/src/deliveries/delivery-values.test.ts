import { incompleteDate } from '@sitwell/office-ui/date-values.ts'
import { expect, test } from 'vitest'
import { askedIn, bodyOf, type DeliveryValues, newValues, problemsFrom, problemsIn } from './delivery-values.ts'

const window = { opens: '2026-10-25T01:30', opensWhich: '', closes: '2026-10-25T05:00', closesWhich: '' } as const
const values: DeliveryValues = {
  ...newValues('Europe/London'),
  ...{ name: 'Winter', exam: { guid: 'e', title: 'E', versions: [2, 1] }, version: 2, window },
  rooms: new Map([['hall', window]]),
}

test('what is missing is named by field, the rooms’ own windows too', () => {
  expect(problemsIn(values, true)).toEqual({})
  expect(problemsIn({ ...newValues(''), rooms: new Map([['hall', { ...window, closes: incompleteDate }]]) }, true)).toEqual({
    ...{ name: 'name', exam: 'exam', opens: 'time', closes: 'time', 'hall closes': 'time', zone: 'zone' },
  })
  const shared = { ...values, rules: { ...values.rules, passwords: 'shared' as const } }
  expect([problemsIn(shared, true), problemsIn(shared, false)]).toEqual([{ shared: 'shared' }, {}])
})

test('which of two moments is meant is asked where the server asks, and sent once it is chosen', () => {
  const refused = [
    { path: 'body.window.opens', message: 'twice' },
    { path: 'body.rooms[0].window.opens', message: 'twice' },
    { path: 'body.entries[3]', message: 'not found' },
  ]
  const problems = problemsFrom(refused, values) ?? {}
  expect(problems).toEqual({ opens: 'twice', 'hall opens': 'twice', who: 'who' })
  const asked = askedIn(values, problems)
  expect([asked.window.opensWhich, asked.rooms.get('hall')?.opensWhich]).toEqual(['asked', 'asked'])
  expect(bodyOf(asked).window).toEqual({ opens: window.opens, closes: window.closes })
  const chosen = { ...asked, window: { ...asked.window, opensWhich: 'second' as const } }
  expect(bodyOf(chosen).window).toEqual({ opens: window.opens, opensSecond: true, closes: window.closes })
  expect(problemsFrom([{ path: 'body.other', message: 'x' }], values)).toBeUndefined()
})

test('whoever sat in a room that was left sits in none', () => {
  const entries = [
    { groupID: 'g', name: 'G', members: 1, roomID: 'gone' },
    { groupID: 'h', name: 'H', members: 1, roomID: 'hall' },
  ]
  expect(bodyOf({ ...values, entries }).entries).toEqual([{ groupID: 'g' }, { groupID: 'h', roomID: 'hall' }])
})
