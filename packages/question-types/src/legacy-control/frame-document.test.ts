import { expect, test } from 'vitest'
import { frameDocument } from './frame-document.ts'

const made = (html: string, more: object = {}) =>
  frameDocument({
    html,
    answer: '',
    apiUrl: 'https://exams.example/api',
    addressOf: (address) => `${address}?orgID=1&token=t`,
    language: 'ar',
    direction: 'rtl',
    theme: { '--colour-text': '#fff;}</style><script>' },
    ...more,
  })

// QASCX-208
test('the placeholder of resources is the API endpoint and resource/, wherever an address may stand', () => {
  const document = made(`<img src="~/ROOT/a.png"><b style="background: url(~/b.png)">~/c</b><i data-a='~/d.png'>x~/y</i>`)
  expect(document).toContain('src="https://exams.example/api/resource/ROOT/a.png?orgID=1&amp;token=t"')
  expect(document).toContain('url(https://exams.example/api/resource/b.png?')
  expect(document).toContain("data-a='https://exams.example/api/resource/d.png?")
  expect(document).toContain('x~/y')
})

test('the policy comes before the control, and lets nothing out', () => {
  const document = made('<script>go()</script>')
  expect(document.indexOf('Content-Security-Policy')).toBeLessThan(document.indexOf('go()'))
  expect(document).toContain("default-src 'none'")
  expect(document).not.toMatch(/connect-src|frame-src|unsafe-eval/)
  expect(document).toContain('img-src https://exams.example/api/resource/ data:')
})

test('neither the answer nor a theme gets out of its attribute', () => {
  const document = made('', { answer: '"><script>alert(1)</script>' })
  expect(document).not.toContain('<script>')
  expect(document).toContain('content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
})
