import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { jsonLimits, readJsonInPieces } from './read-json.ts'

const entry = (number: number) => ({ id: `a "${number}" \\`, type: number, value: { at: [number, null], ' ,]}': '[{"' } })
const large = { first: 'x', activities: Array.from({ length: 9000 }, (_, number) => entry(number)), last: { list: [[], [1]] } }
const lengthsOf = (read: { readonly mock: { readonly calls: readonly (readonly [string])[] } }) =>
  read.mock.calls.map(([text]) => text.length)

describe('JSON that is read in pieces', () => {
  test('is what it is when it is read at once, and no piece of it is large', async () => {
    const read = vi.fn((text: string): unknown => JSON.parse(text))
    const text = JSON.stringify(large)
    expect(await readJsonInPieces(text, read)).toEqual(large)
    expect(read.mock.calls.length).toBeGreaterThan(10)
    expect(Math.max(...lengthsOf(read))).toBeLessThan(50_000)
    expect(text.length).toBeGreaterThan(600_000)
  })

  test('lets others have their turn between two pieces', async () => {
    const order: string[] = []
    const reading = readJsonInPieces(JSON.stringify(large), (text) => {
      order.push('piece')
      return JSON.parse(text)
    })
    setImmediate(() => order.push('other'))
    await reading
    expect(order.indexOf('other')).toBeLessThan(5)
  })

  test('is refused where it has too many values, in all of it, in one entry or beside its lists', async () => {
    const filler = 'x'.repeat(40_000)
    const refused = [
      `{"f":"${filler}","a":[${'1,'.repeat(jsonLimits.values)}1]}`,
      `{"f":"${filler}","a":[[${'1,'.repeat(jsonLimits.valuesOfEntry)}1]]}`,
      `{"f":"${filler}","a":{${Array.from({ length: jsonLimits.valuesOfEntry }, (_, n) => `"${n}":1`).join(',')}}}`,
      `["${filler}",${'{"a":1},'.repeat(jsonLimits.valuesOfEntry)}1]`,
    ]
    const read = vi.fn()
    for (const text of refused)
      await expect(readJsonInPieces(text, read)).rejects.toMatchObject({ statusCode: 400, message: /more values/ })
    const deep = `{"f":"${filler}","a":${'['.repeat(jsonLimits.levels)}${']'.repeat(jsonLimits.levels)}}`
    await expect(readJsonInPieces(deep, read)).rejects.toMatchObject({ statusCode: 400, message: /nested too deeply/ })
    expect(read).not.toHaveBeenCalled()
  })

  test.each([
    ['an entry that is missing', (text: string) => text.replace('},{', '},,{')],
    ['a comma at the end of a list', (text: string) => text.replace('],"last"', ',],"last"')],
    ['a list that ends as an object', (text: string) => text.replace('],"last"', '},"last"')],
    ['an entry that ends as a list', (text: string) => text.replace('},{', '],{')],
    ['an end that is missing', (text: string) => text.slice(0, -1)],
    ['a list that never ends', (text: string) => text.slice(0, 300_000)],
    ['a string that never ends', (text: string) => `${text.slice(0, 300_000)}"`],
    ['something behind its end', (text: string) => `${text}}`],
    ['a name that is there twice', (text: string) => text.replace('"first":"x"', '"activities":[]')],
  ])('is refused where it has %s', async (_what, spoil) => {
    const text = spoil(JSON.stringify(large))
    await expect(readJsonInPieces(text, (part) => JSON.parse(part))).rejects.toThrow()
  })

  test('is the same for any value', async () => {
    const value = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.array(fc.jsonValue(), { maxLength: 20 }),
      { maxKeys: 4 },
    )
    await fc.assert(
      fc.asyncProperty(value, async (some) => {
        // Long enough to be read in pieces, whatever it is.
        const whole = { ...some, many: Array.from({ length: 5000 }, (_, number) => Object.values(some)[number % 5] ?? number) }
        const text = JSON.stringify(whole, undefined, 1)
        const limits = { values: 1e9, valuesOfEntry: 1e9, levels: 1e9 }
        expect(await readJsonInPieces(text, (part) => JSON.parse(part), limits)).toEqual(JSON.parse(text))
      }),
      { numRuns: 20 },
    )
  })
})
