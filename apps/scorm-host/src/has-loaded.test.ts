import { expect, test } from 'vitest'
import { hasLoaded } from './has-loaded.ts'

const src = 'https://courses.example/course/t/a.html'
const timings = (type: string, name: string, more: object = {}) => ({
  // Boundary: as much of an entry as is asked for.
  getEntriesByType: (asked: string) => (asked === type ? ([{ name, ...more }] as PerformanceEntry[]) : []),
})
const none = { getEntriesByType: () => [] }
const own = (status?: number) => ({
  ...{ src, contentDocument: {} },
  contentWindow: { performance: timings('navigation', src, status === undefined ? {} : { responseStatus: status }) },
})
const foreign = { src, contentDocument: null, contentWindow: null }
const asked = (status?: number, name = src) => ({
  performance: timings('resource', name, status === undefined ? {} : { responseStatus: status }),
})

test('a page has loaded if the browser got it, whatever it led to then', () => {
  expect(hasLoaded(own(200), asked(200))).toBe(true)
  expect(hasLoaded({ ...own(200), src: `${src}#page2` }, asked(200))).toBe(true)
  expect(hasLoaded(own(200), { performance: none })).toBe(true)
  // It led to another origin at once.
  expect(hasLoaded(foreign, asked(200))).toBe(true)
  // A browser that tells no status.
  expect(hasLoaded(own(), asked())).toBe(true)
  expect(hasLoaded(own(), { performance: none })).toBe(true)
  // A worker answered from what it holds, and the browser counts that as no response.
  expect(hasLoaded(own(0), asked(0))).toBe(true)
})

test('a page has not loaded if nothing came, or what a server says in place of it', () => {
  expect(hasLoaded(foreign, asked(0))).toBe(false)
  expect(hasLoaded(foreign, { performance: none })).toBe(false)
  expect(hasLoaded(foreign, asked(200, 'https://courses.example/course/t/b.html'))).toBe(false)
  for (const status of [403, 404, 500, 503]) {
    expect(hasLoaded(own(status), asked(status))).toBe(false)
    expect(hasLoaded(own(status), { performance: none })).toBe(false)
  }
})
