import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appOfPage } from './app-of-page.ts'

const player = { path: '/' }
const office = { path: '/office' }
const apps = [player, office]
const open = (url: string, method = 'GET') => appOfPage({ method, url }, apps)

test.each([
  ['/', player, '/'],
  ['/exam/e1/q7', player, '/exam/e1/q7'],
  ['/login?office', player, '/login?office'],
  ['/office-hours', player, '/office-hours'],
  ['/exam/office/people', player, '/exam/office/people'],
  ['/office', office, '/'],
  ['/office/', office, '/'],
  ['/office?demo', office, '/?demo'],
  ['/office/people/7?page=2', office, '/people/7?page=2'],
  ['/office/security', office, '/security'],
  ['/office?assets', office, '/?assets'],
])('%s opens a page of its app', (url, app, below) => {
  expect(open(url)).toEqual({ app, below })
})

test.each(['/assets/gone.js', '/security/token', '/office/assets/gone.js', '/office/api/people?page=2'])(
  '%s opens no page',
  (url) => {
    expect(open(url)).toBeUndefined()
  },
)

test('only a request to read opens a page', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) expect(open('/office/people', method)).toBeUndefined()
})

const segment = fc.constantFrom('', 'exam', 'office', 'assets', 'api', 'security', '..', '%2e%2e', 'people?page=2', '?office')

test('an address at the path of an app or below never opens the page of another app', () => {
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 4 }), (segments) => {
      const below = segments.map((one) => `/${one}`).join('')
      for (const start of ['/office', '/office?']) expect([office, undefined]).toContain(open(`${start}${below}`)?.app)
      expect(open(`/office-hours${below}`)?.app).toBe(player)
    }),
  )
})
