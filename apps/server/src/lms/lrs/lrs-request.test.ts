import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lrsRequest, readJson } from './lrs-request.ts'

const bytes = (text: string) => Buffer.from(text)

describe('the JSON of a body', () => {
  test('is read where it nests as deep as anything that means something, and brackets in its texts are none', () => {
    expect(readJson(bytes(`${'['.repeat(100)}${']'.repeat(100)}`))).toHaveLength(1)
    expect(() => readJson(bytes(`${'['.repeat(101)}${']'.repeat(101)}`))).toThrow('nests more than 100 deep')
    expect(() => readJson(bytes('{"a":'.repeat(200_000)))).toThrow('nests more than 100 deep')
    const text = `${'['.repeat(200)}\\"{{`
    expect(readJson(bytes(JSON.stringify({ [text]: text })))).toEqual({ [text]: text })
  })

  test('is what JSON says, whatever stands in it', () => {
    fc.assert(fc.property(fc.json(), (json) => void expect(readJson(bytes(json))).toEqual(JSON.parse(json))))
  })

  test('holds nobody up, though it is made of nothing but quotes', () => {
    expect(() => readJson(bytes(`"${'\\"'.repeat(1_000_000)}`))).toThrow('not JSON')
    expect(() => readJson(bytes('"'.repeat(2_000_001)))).toThrow('not JSON')
  })
})

test('a path is read without the slashes around it, however many there are', () => {
  const pathOf = (path: string) => {
    const url = new URL('http://store.invalid')
    url.pathname = path
    return lrsRequest('GET', url, {}, new Uint8Array(), '/xapi').path
  }
  expect(pathOf('/xapi//activities/state/')).toBe('activities/state')
  expect(pathOf(`/xapi/x${'/'.repeat(60_000)}x`)).toBe('x/x')
})
