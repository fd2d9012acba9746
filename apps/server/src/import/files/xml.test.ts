import { expect, test } from 'vitest'
import { textIn, xmlAt } from './xml.ts'

const rootOf = (text: string) => xmlAt(new Map([['i.xml', new TextEncoder().encode(text)]]), 'i.xml')

test('what stands in comments, CDATA sections and processing instructions is no content', () => {
  const read = rootOf('<?xml version="1.0"?><!-- a & b <? --><a><![CDATA[x & y]]><?of & none?>z</a>')
  expect(textIn(read)).toBe('x & yz')
  expect(() => rootOf('<a><!-- x -->a & b<!-- y --></a>')).toThrow('&')
})

test('beginnings without an end are looked for once, however many there are', () => {
  for (const beginning of ['<!--', '<![CDATA[', '<?'])
    expect(() => rootOf(`<a>${beginning.repeat(200_000)}</a>`)).toThrow('has no end')
})
