import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageAddress } from './page-address.ts'
import { createPageHistory, type Move } from './page-history.ts'
import { type MadeUpWindow, madeUpWindow } from './testing/made-up-window.ts'

const nothing = () => undefined

/** A page that follows its history, and the paths that it showed. */
const opened = (window: MadeUpWindow, redirect: (address: PageAddress) => string | undefined = nothing) => {
  const history = createPageHistory(window, redirect)
  const shown = [history.latest().address.pathname]
  const stop = history.follow(({ address, onShown }) => {
    shown.push(address.pathname)
    onShown()
  })
  return { history, shown, stop, page: () => history.latest().address.pathname }
}

/** All that waits has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a page is shown at its address, and Back leads to the previous one', async () => {
  const window = madeUpWindow('/rubric')
  const { history, shown } = opened(window)
  await history.navigate('/schedules')
  await history.navigate('/exam/e-1?monitor=1')
  expect(window.entries()).toEqual(['/rubric', '/schedules', '/exam/e-1?monitor=1'])
  expect(history.latest().address.search).toBe('?monitor=1')
  window.press(-1)
  await settled()
  expect(shown).toEqual(['/rubric', '/schedules', '/exam/e-1', '/schedules'])
})

test('replacing a page, or opening it again, adds no entry', async () => {
  const window = madeUpWindow('/rubric')
  const { history } = opened(window)
  await history.navigate('/schedules', { replace: true })
  await history.navigate('/schedules')
  expect(window.entries()).toEqual(['/schedules'])
})

test('a move is over when its page shows, and not before', async () => {
  const history = createPageHistory(madeUpWindow('/rubric'), nothing)
  const arrivals: (() => void)[] = []
  history.follow(({ onShown }) => void arrivals.push(onShown))
  let isOver = false
  const move = history.navigate('/schedules').then((isShown) => {
    isOver = isShown
  })
  await settled()
  expect(isOver).toBe(false)
  arrivals[0]?.()
  await move
  expect(isOver).toBe(true)
})

test('a move that is overtaken by another one ends, and reports it', async () => {
  const window = madeUpWindow('/rubric')
  const history = createPageHistory(window, nothing)
  const arrivals: (() => void)[] = []
  history.follow(({ onShown }) => void arrivals.push(onShown))
  const first = history.navigate('/schedules')
  const second = history.navigate('/exam/e-1')
  expect(await first).toBe(false)
  arrivals[1]?.()
  expect(await second).toBe(true)
  const third = history.navigate('/schedules')
  window.press(-1)
  expect(await third).toBe(false)
})

test('a page that replaces another one is shown from the start, and Back does not find the other', async () => {
  const window = madeUpWindow('/login?org')
  const toRubric = ({ pathname }: PageAddress) => (pathname === '/login' ? '/rubric' : undefined)
  const { history, shown } = opened(window, toRubric)
  expect(window.entries()).toEqual(['/rubric'])
  await history.navigate('/schedules')
  await history.navigate('/login')
  expect(shown).toEqual(['/rubric', '/schedules', '/rubric'])
  expect(window.entries()).toEqual(['/rubric', '/schedules', '/rubric'])
})

test('a blocker stops a move of the page: nothing changes', async () => {
  const window = madeUpWindow('/exam/e-1')
  const { history, page } = opened(window)
  const asked: Move[] = []
  const unblock = history.block((move) => asked.push(move) > 0)
  expect(await history.navigate('/schedules')).toBe(false)
  expect(await history.navigate('/schedules', { replace: true })).toBe(false)
  expect(asked.map(({ from, to, action }) => [from.pathname, to.pathname, action])).toEqual([
    ['/exam/e-1', '/schedules', 'PUSH'],
    ['/exam/e-1', '/schedules', 'REPLACE'],
  ])
  expect([page(), ...window.entries()]).toEqual(['/exam/e-1', '/exam/e-1'])
  expect(await history.navigate('/schedules', { ignoreBlocker: true })).toBe(true)
  unblock()
  expect(await history.navigate('/rubric')).toBe(true)
  expect(asked).toHaveLength(2)
})

test('a blocker stops the browser’s buttons: address and entries stay', async () => {
  const window = madeUpWindow('/rubric')
  const { history, shown } = opened(window)
  await history.navigate('/schedules')
  await history.navigate('/exam/e-1')
  history.block(({ action }) => action === 'POP')
  for (const distance of [-1, -2]) {
    window.press(distance)
    await settled()
    expect(window.shown()).toBe('/exam/e-1')
  }
  expect(window.entries()).toEqual(['/rubric', '/schedules', '/exam/e-1'])
  expect(shown).toEqual(['/rubric', '/schedules', '/exam/e-1'])
})

test('a stopped move keeps the address, even if Back leads out of the counted entries', async () => {
  const window = madeUpWindow('/login')
  window.history.pushState(null, '', '/rubric')
  const { history, page } = opened(window)
  await history.navigate('/exam/e-1')
  history.block(({ action }) => action === 'POP')
  window.press(-2)
  await settled()
  expect([window.shown(), page()]).toEqual(['/exam/e-1', '/exam/e-1'])
})

test('a blocker may wait for an answer; of several buttons pressed meanwhile the last counts', async () => {
  const window = madeUpWindow('/rubric')
  const { history, page } = opened(window)
  await history.navigate('/schedules')
  await history.navigate('/exam/e-1')
  const answers: ((isStopped: boolean) => void)[] = []
  history.block(() => new Promise((resolve) => answers.push(resolve)))
  window.press(-1)
  window.press(-1)
  await settled()
  expect(page()).toBe('/exam/e-1')
  answers[1]?.(false)
  answers[0]?.(true)
  await settled()
  expect([window.shown(), page()]).toEqual(['/rubric', '/rubric'])
})

test('moves of the page during a stopped button press are not undone', async () => {
  const window = madeUpWindow('/schedules')
  const { history, page } = opened(window)
  await history.navigate('/exam/e-1')
  const answers: ((isStopped: boolean) => void)[] = []
  history.block(({ action }) => action === 'POP' && new Promise((resolve) => answers.push(resolve)))
  window.press(-1)
  await settled()
  await history.navigate('/exam/e-1/outro', { replace: true })
  answers[0]?.(true)
  await settled()
  expect([window.shown(), page()]).toEqual(['/exam/e-1/outro', '/exam/e-1/outro'])
})

test('a link within the page shows no other page, and Back over it is not a move', async () => {
  const window = madeUpWindow('/rubric')
  const { history, shown } = opened(window)
  await history.navigate('/schedules')
  history.block(() => true)
  window.follow('#main')
  window.press(-1)
  await settled()
  expect([window.shown(), ...shown]).toEqual(['/schedules', '/rubric', '/schedules'])
  window.press(1)
  await settled()
  window.press(-2)
  await settled()
  expect(window.shown()).toBe('/schedules#main')
})

test('a browser that takes no more entries still shows each page, and Back leads to an entry that it has', async () => {
  for (const how of ['by throwing', 'silently'] as const) {
    const window = madeUpWindow('/rubric')
    const { history, page } = opened(window)
    await history.navigate('/exam/e-1/q-1')
    window.refuse(how)
    await history.navigate('/exam/e-1/q-2')
    expect([window.shown(), page()]).toEqual(['/exam/e-1/q-1', '/exam/e-1/q-2'])
    window.refuse(undefined)
    await history.navigate('/exam/e-1/q-3')
    history.block(({ action }) => action === 'POP')
    window.press(-1)
    await settled()
    expect([window.shown(), page()]).toEqual(['/exam/e-1/q-3', '/exam/e-1/q-3'])
  }
})

test('an address never leads to another site', async () => {
  for (const to of ['//evil.example/schedules', 'https://evil.example/schedules', '/..//evil.example/schedules']) {
    const window = madeUpWindow('/rubric')
    const { history } = opened(window)
    await history.navigate(to)
    expect(window.location.origin).toBe('https://exams.example')
    expect(window.shown()).toMatch(/\/schedules$/)
  }
})

test('a page that was left gets no more events', async () => {
  const window = madeUpWindow('/rubric')
  const { history, shown, stop } = opened(window)
  await history.navigate('/schedules')
  stop()
  window.press(-1)
  await settled()
  expect(shown).toEqual(['/rubric', '/schedules'])
})

test('the shown page is always the one in the address, for any order of moves', async () => {
  const path = fc.constantFrom('/rubric', '/schedules', '/exam/e-1', '/exam/e-1/q-1', '/logs')
  const step = fc.oneof(
    fc.record({ to: path, replace: fc.boolean(), ignoreBlocker: fc.boolean() }),
    fc.record({ press: fc.constantFrom(-3, -2, -1, 1, 2) }),
    fc.record({ follow: fc.constantFrom('#main', '#top') }),
    // What takes another's place nobody may stop.
    fc.record({
      blocks: fc.option(
        path.filter((one) => one !== '/rubric'),
        { nil: undefined },
      ),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.boolean(), async (steps, isLate) => {
      const window = madeUpWindow('/login')
      window.history.pushState(null, '', '/rubric')
      const { history, page, shown } = opened(window, ({ pathname }) => (pathname === '/login' ? '/rubric' : undefined))
      let blocked: string | undefined
      history.block(async ({ to }) => {
        if (isLate) await settled()
        return to.pathname === blocked
      })
      for (const one of steps) {
        const before = shown.length
        if ('to' in one) {
          const isShown = await history.navigate(one.to, one)
          expect(isShown).toBe(one.ignoreBlocker || one.to !== blocked)
        } else if ('press' in one) window.press(one.press)
        else if ('follow' in one) window.follow(one.follow)
        else blocked = one.blocks
        for (let turn = 0; turn < 4; turn++) await settled()
        expect(window.location.pathname).toBe(page())
        if (!('to' in one && one.ignoreBlocker)) expect(shown.slice(before)).not.toContain(blocked)
      }
    }),
    { numRuns: 60 },
  )
})

test('a blocker that decides about Back learns of further moves forward or back', async () => {
  const window = madeUpWindow('/rubric')
  const { history, page } = opened(window)
  await history.navigate('/schedules')
  await history.navigate('/exam/e-1')
  const questions: AbortSignal[] = []
  history.block(
    (_, signal) =>
      new Promise((resolve) => {
        questions.push(signal)
        signal.addEventListener('abort', () => resolve(true))
      }),
  )
  const isOver = () => questions.map(({ aborted }) => aborted)
  window.press(-1)
  await settled()
  expect(isOver()).toEqual([false])
  window.press(1)
  await settled()
  expect(isOver()).toEqual([true])
  window.press(-1)
  await settled()
  window.press(-1)
  await settled()
  expect(isOver()).toEqual([true, true, false])
  expect(page()).toBe('/exam/e-1')
})

test('a move by the browser’s buttons is asked about once, however many follow', async () => {
  const window = madeUpWindow('/rubric')
  const { history, stop } = opened(window)
  const stopOther = history.follow(nothing)
  await history.navigate('/schedules')
  const asked: string[] = []
  history.block(({ to }) => {
    asked.push(to.pathname)
    return false
  })
  window.press(-1)
  await settled()
  expect(asked).toEqual(['/rubric'])
  stopOther()
  window.press(1)
  await settled()
  expect(asked).toEqual(['/rubric', '/schedules'])
  stop()
  window.press(-1)
  await settled()
  expect(asked).toHaveLength(2)
})
