import fc from 'fast-check'
import { expect, test } from 'vitest'
import { originsOf, returnOrigin } from './origins.ts'

const allowed = ['https://centre.example', 'https://second.example/with/a/path']

// AUTH-136 AUTH-137
test('with a login token and a referrer that the organisation vouches for, a logout leads back to its origin', () => {
  expect(returnOrigin({ loginToken: 't', referrer: 'https://centre.example/start?a=b' }, allowed)).toBe(
    'https://centre.example',
  )
  expect(returnOrigin({ loginToken: 't', referrer: 'https://second.example/' }, allowed)).toBe('https://second.example')
  expect(returnOrigin({ loginToken: 't' }, allowed)).toBe('')
  expect(returnOrigin({ referrer: 'https://centre.example/' }, allowed)).toBe('')
  expect(returnOrigin(undefined, allowed)).toBe('')
})

// AUTH-136
test('no other origin is ever led back to', () => {
  for (const referrer of [
    'https://evil.example/',
    'http://centre.example/',
    'https://centre.example.evil.example/',
    'https://centre.example@evil.example/',
    'https://centre.example:444/',
    'javascript:alert(1)//https://centre.example',
    'null',
  ])
    expect(returnOrigin({ loginToken: 't', referrer }, allowed), referrer).toBe('')
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (referrer) => {
      expect(['', 'https://centre.example', 'https://second.example']).toContain(
        returnOrigin({ loginToken: 't', referrer }, allowed),
      )
    }),
    { numRuns: 50 },
  )
})

test('only web addresses have an origin to vouch for', () => {
  expect(originsOf([undefined, '', 'x', 'file:///etc', 'javascript:1', 'https://a.example/b'])).toEqual(['https://a.example'])
})
