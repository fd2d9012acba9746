import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeys } from '../keys.ts'
import { codeOf, queueIdOf, readQueueId, readResponseId, responseIdOf } from './ids.ts'

const keys = createKeys(new Uint8Array(32).fill(1))
const others = createKeys(new Uint8Array(32).fill(2))
const name = fc.stringMatching(/^[\w.:-]{1,40}$/)
const part = fc.oneof(fc.constant(''), fc.string({ maxLength: 40 }))
const response = fc.record({ formRunGuid: name, questionId: name, part })

// OFFICE-306
test('the id of a response is the same each time, is read by its organisation alone, and shows nothing of the sitting', () => {
  fc.assert(
    fc.property(response, fc.integer({ min: 1, max: 99 }), (one, orgId) => {
      const id = responseIdOf(keys, orgId, one)
      expect(responseIdOf(keys, orgId, one)).toBe(id)
      expect(id).toMatch(/^[\w-]+$/)
      expect(readResponseId(keys, orgId, id)).toEqual(one)
      expect(readResponseId(keys, orgId + 1, id)).toBeUndefined()
      expect(readResponseId(others, orgId, id)).toBeUndefined()
      expect(Buffer.from(id, 'base64url').includes(Buffer.from(`"${one.formRunGuid}"`))).toBe(false)
    }),
  )
})

test('an id that was changed in one place names nothing', () => {
  fc.assert(
    fc.property(response, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, at, by) => {
      const bytes = Buffer.from(responseIdOf(keys, 1, one), 'base64url')
      const place = at % bytes.length
      bytes[place] = (bytes[place] ?? 0) ^ by
      expect(readResponseId(keys, 1, bytes.toString('base64url'))).toBeUndefined()
    }),
  )
})

test('ids hold while a server changes its secret', () => {
  const one = { formRunGuid: 'run', questionId: 'q', part: '' }
  const changing = createKeys(new Uint8Array(32).fill(2), { accepted: new Uint8Array(32).fill(1) })
  expect(readResponseId(changing, 1, responseIdOf(keys, 1, one))).toEqual(one)
})

test('the id of a queue names it, and no other text is one', () => {
  const queue = fc.record({ examGuid: name, version: fc.nat(), deliveryId: part, questionId: name, part })
  fc.assert(
    fc.property(queue, (one) => {
      expect(readQueueId(queueIdOf(one))).toEqual(one)
    }),
  )
  for (const text of [
    '',
    '[]',
    '{}',
    'null',
    '["a",1,"","q"]',
    '["a",1.5,"","q",""]',
    '["a",1,"","q","",""]',
    '[1,1,"","q",""]',
  ])
    expect(readQueueId(Buffer.from(text).toString('base64url')), text).toBeUndefined()
  expect(readQueueId('Zm9v!')).toBeUndefined()
})

test('the short name of a response is one that can be said', () => {
  fc.assert(
    fc.property(response, (one) => {
      expect(codeOf(keys, 1, one)).toMatch(/^[A-HJ-NP-Z2-9]{3}-[A-HJ-NP-Z2-9]{3}$/)
    }),
  )
})
