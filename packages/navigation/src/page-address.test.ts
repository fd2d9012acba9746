import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchAddress, pageAddress } from './page-address.ts'

const at = (path: string) => pageAddress(path, '')

test('a pattern names the parts of an address, and an open one all that follows', () => {
  expect(matchAddress('/log/$id', at('/log/l-1'))).toMatchObject({ id: 'l-1' })
  expect(matchAddress('/log/$id', at('/log'))).toBeUndefined()
  expect(matchAddress('/log/$id', at('/log/l-1/more'))).toBeUndefined()
  expect(matchAddress('/exam/$guid/$', at('/exam/e-1'))).toEqual({ guid: 'e-1', rest: '' })
  expect(matchAddress('/exam/$guid/$', at('/exam/e-1/q-1'))).toEqual({ guid: 'e-1', rest: 'q-1' })
  expect(matchAddress('/exam/$guid/$', at('/exam'))).toBeUndefined()
  expect(matchAddress('/', at('/'))).toEqual({ rest: '' })
  expect(matchAddress('/', at('/schedules'))).toBeUndefined()
  expect(matchAddress('/$', at('/no/such/page'))).toEqual({ rest: 'no/such/page' })
})

test('an address that was typed may be in capitals, and end in a slash', () => {
  expect(matchAddress('/schedules', at('/Schedules/'))).toBeDefined()
  expect(matchAddress('/exam/$guid/$', at('/EXAM/Ab/q-1/'))).toEqual({ guid: 'Ab', rest: 'q-1' })
  expect(at('/schedules/').pathname).toBe('/schedules')
})

test('an invalid encoding stays unchanged', () => {
  expect(at('/exam/100%/%E0%A4%A').parts).toEqual(['exam', '100%', '%E0%A4%A'])
})

test('any part survives encoding into an address and back', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..')
  void fc.assert(
    fc.property(name, name, (exam, question) => {
      const address = at(`/exam/${encodeURIComponent(exam)}/${encodeURIComponent(question)}`)
      expect(matchAddress('/exam/$guid/$', address)).toEqual({ guid: exam, rest: question })
      expect(address.pathname).toBe(`/exam/${exam}/${question}`)
    }),
  )
})
