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

test.each([
  '<!DOCTYPE a>',
  '<?xml version="1.0"?>\n<!DOCTYPE a >\n',
  '<?xml version="1.0"?><!-- by an editor --><?style none?><!DOCTYPE a SYSTEM "a.dtd">',
  '<!DOCTYPE a SYSTEM "http://www.imsglobal.org/xsd/a.dtd">',
  `<!DOCTYPE a PUBLIC "-//IMS//A" 'a.dtd'>`,
])('a document type that only names the root element is passed over: %s', (type) => {
  expect(textIn(rootOf(`${type}<a>x</a>`))).toBe('x')
})

// CONST-108
test.each([
  '<!DOCTYPE a []>',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd">',
  '<!DOCTYPE a PUBLIC "x" " FILE:///etc/passwd">',
  '<!DOCTYPE other>',
  '<!DOCTYPE a><!DOCTYPE a>',
  'x<!DOCTYPE a>',
])('a document type that declares something, or names something else, is refused: %s', (type) => {
  expect(() => rootOf(`${type}<a>x</a>`)).toThrow('document type')
  expect(() => rootOf(`<a>${type}</a>`)).toThrow('document type')
})
