import { readFileSync } from 'node:fs'
import { largestLogoBytes } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { logoProblem, svgProblem } from './logo.ts'

const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script of another prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>1</s:script></s:svg>'],
  ['a handler', svg('<rect onload="alert(1)"/>')],
  ['a handler of the root', svg('', 'onload="alert(1)"')],
  ['a link that runs code', svg('<a href="javascript:alert(1)"><text>x</text></a>')],
  ['a link that runs code, hidden by signs', svg('<a xlink:href="java&#115;cript:alert(1)"><text>x</text></a>')],
  ['an animated link', svg('<a><animate attributeName="href" values="javascript:alert(1)"/></a>')],
  ['another document', svg('<foreignObject><iframe src="https://evil.example"/></foreignObject>')],
  ['a picture from elsewhere', svg('<image href="https://evil.example/x.png"/>')],
  ['a file of pictures from elsewhere', svg('<use href="https://evil.example/x.svg#y"/>')],
  ['a style from elsewhere', svg('<style>@import url(https://evil.example/x.css);</style>')],
  ['a ground from elsewhere', svg('<rect style="fill: url(https://evil.example/x#y)"/>')],
  ['an address in pieces', svg('<style>rect { fill: url(https&#58;//evil.example/x) }</style>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`],
  ['a sheet', `<?xml-stylesheet href="https://evil.example/x.css"?>${svg('')}`],
])('a picture with %s is unsafe', (_what, text) => {
  expect(svgProblem(text)).toBe('unsafe')
})

test('pictures with gradients, styles and pictures of their own are safe, and so are the logos of the demonstration', () => {
  expect(
    svgProblem(
      svg(
        '<defs><linearGradient id="a"/></defs><style>.x { fill: url(#a) }</style><rect class="x" fill="url(#a)"/><use href="#a"/>' +
          '<image href="data:image/png;base64,iVBORw0KGgo="/>',
      ),
    ),
  ).toBeUndefined()
  for (const name of ['demo', 'guild', 'harbour', 'northway'])
    for (const file of ['logo', 'app-bar-logo'])
      expect(svgProblem(readFileSync(`demo/${name}/${file}.svg`, 'utf8')), `${name}/${file}`).toBeUndefined()
})

test('a logo is a picture of its kind, and no larger than may be', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  expect(logoProblem(png, 'image/png')).toBeUndefined()
  expect(logoProblem(png, 'image/jpeg')).toBe('no-picture')
  expect(logoProblem(Buffer.from('<html><script>1</script></html>'), 'image/png')).toBe('no-picture')
  expect(logoProblem(Buffer.from('<html></html>'), 'image/svg+xml')).toBe('no-picture')
  expect(logoProblem(Buffer.from(''), 'image/svg+xml')).toBe('no-picture')
  expect(logoProblem(Buffer.concat([png, Buffer.alloc(largestLogoBytes)]), 'image/png')).toBe('too-large')
})
