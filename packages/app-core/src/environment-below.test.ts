import { expect, test } from 'vitest'
import { environmentBelow } from './environment-below.ts'
import { madeUpEnvironment } from './testing/made-up-environment.ts'

const at = (address: string) => {
  const left: string[] = []
  const told: string[] = []
  const whole = madeUpEnvironment(address, () => 'unreachable', {
    leaveTo: (to) => void left.push(to),
    onLeave: (listener) => listener('/office/people'),
    onHistory: (listener) => {
      listener('/office/login', '/office')
      return () => undefined
    },
  })
  const environment = environmentBelow(whole, '/office')
  environment.onLeave((path) => told.push(path))
  environment.onHistory((from, to) => told.push(`${from} ${to}`))
  return { environment, whole, left, told }
}

test('an app below a path reads its addresses without that path, with their query', () => {
  const { environment, told } = at('/office/login?demo')
  expect([environment.path(), environment.search()]).toEqual(['/login', '?demo'])
  expect(environment.href()).toBe('https://exams.example/login?demo')
  expect(at('/office').environment.path()).toBe('/')
  expect(at('/officers').environment.path()).toBe('/officers')
  expect(told).toEqual(['/people', '/login /'])
})

test('targets are below the path of the app, and other sites are unchanged', () => {
  const { environment, whole, left } = at('/office/login')
  environment.showAddress('/people', 'in place')
  expect(whole.address.path).toBe('/office/people')
  environment.leaveTo('/login?demo')
  environment.leaveTo('https://portal.example/login')
  expect(left).toEqual(['/office/login?demo', 'https://portal.example/login'])
})
