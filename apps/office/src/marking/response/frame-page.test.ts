import { expect, test } from 'vitest'
import { framePage } from './frame-page.ts'

test('the policy of a frame stands before what a learner wrote, which cannot close its head', () => {
  const page = framePage('</head><script>alert(1)</script>', { color: '#123', background: 'rgb(1, 2, 3)' })
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script>'))
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('color:#123;background:rgb(1, 2, 3)')
})

test('what is no colour is no style of a frame', () => {
  const page = framePage('', { color: 'red}</style><script>', background: 'url(https://example.org)' })
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('example.org')
})
