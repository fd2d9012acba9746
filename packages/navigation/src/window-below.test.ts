import { expect, test } from 'vitest'
import { createPageHistory } from './page-history.ts'
import { madeUpWindow } from './testing/made-up-window.ts'
import { windowBelow } from './window-below.ts'

const nowhereElse = () => undefined

test('pages below a path have addresses without it, and the browser has them with it', async () => {
  const window = madeUpWindow('/office/people?page=2')
  const history = createPageHistory(windowBelow(window, '/office'), nowhereElse)
  history.follow(({ onShown }) => onShown())
  expect(history.latest().address).toMatchObject({ pathname: '/people', search: '?page=2' })
  expect(await history.navigate('/centres?open=1')).toBe(true)
  expect(window.shown()).toBe('/office/centres?open=1')
  expect(window.entries()).toEqual(['/office/people?page=2', '/office/centres?open=1'])
  window.press(-1)
  await expect.poll(() => history.latest().address.pathname).toBe('/people')
})

test('the path itself is the first page, and one that only begins like it is left as it is', () => {
  expect(createPageHistory(windowBelow(madeUpWindow('/office'), '/office'), nowhereElse).latest().address.pathname).toBe('/')
  const other = windowBelow(madeUpWindow('/officers'), '/office')
  expect(other.location.pathname).toBe('/officers')
})

test('replaced addresses are below the path too', () => {
  const window = madeUpWindow('/office')
  createPageHistory(windowBelow(window, '/office'), ({ pathname }) => (pathname === '/' ? '/people' : undefined))
  expect(window.shown()).toBe('/office/people')
})
