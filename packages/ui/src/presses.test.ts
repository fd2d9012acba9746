import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clearance, keepClear } from './keep-clear.ts'
import { createPresses, type PointerPress, togetherMs } from './presses.ts'

const at = (more: Partial<PointerPress> = {}): PointerPress => ({
  ...{ atMs: 1000, x: 400, y: 300, by: 'mouse', detail: 1, control: 'Finish' },
  ...more,
})
/** Presses a control at a place, and tells whether it counts. */
const pressing =
  (presses = createPresses()) =>
  (more: Partial<PointerPress> = {}, isOnce = true): boolean => {
    const press = at(more)
    presses.pointerDown(press)
    return presses.takesClick({ detail: press.detail, control: press.control, isOnce })
  }

describe('presses that belong together', () => {
  test('count on the control where they began, and on nothing that took its place', () => {
    const press = pressing()
    expect(press()).toBe(true)
    expect(press({ atMs: 1150, detail: 2, control: 'Finish all the same' })).toBe(false)
    expect(press({ atMs: 1300, detail: 3, control: 'Finish all the same' })).toBe(false)
    // The system lets a learner be slow between two clicks of a double click.
    expect(press({ atMs: 2200, detail: 4, control: 'Finish all the same' })).toBe(false)
  })

  test('are known by place and moment where nobody counts them, as under a finger', () => {
    const press = pressing()
    expect(press({ by: 'touch' })).toBe(true)
    for (const atMs of [1200, 1400, 1600, 1800]) expect(press({ by: 'touch', atMs, x: 410, control: 'Cancel' })).toBe(false)
  })

  test('begin nothing on what took the place of their control, for controls that act as a pointer goes down', () => {
    const presses = createPresses()
    expect(presses.strays(at())).toBe(false)
    presses.pointerDown(at())
    expect(presses.strays(at({ atMs: 1100 }))).toBe(false)
    expect(presses.strays(at({ atMs: 1100, control: 'A tick box below' }))).toBe(true)
    // Asking changes nothing, and what is elsewhere or later is meant.
    expect(presses.strays(at({ atMs: 1100, control: 'A tick box below', x: 460 }))).toBe(false)
    expect(presses.strays(at({ atMs: 1000 + togetherMs + 1, control: 'A tick box below' }))).toBe(false)
  })

  test('are one where the control takes one: the second of two quick presses on it is none', () => {
    const press = pressing()
    expect([press({ control: 'Next' }), press({ control: 'Next', atMs: 1200, detail: 2 })]).toEqual([true, false])
    const tap = pressing()
    expect([tap({ by: 'touch', control: 'Next' }), tap({ by: 'touch', control: 'Next', atMs: 1200 })]).toEqual([true, false])
  })

  test('are each its own where the control takes each, as the keys of a calculator', () => {
    const press = pressing()
    for (const detail of [1, 2, 3]) expect(press({ control: '7', atMs: 1000 + detail * 100, detail }, false)).toBe(true)
  })

  test('don’t reach what is elsewhere, or comes later: who presses there has seen it', () => {
    const press = pressing()
    expect(press()).toBe(true)
    expect(press({ atMs: 1100, x: 500, control: 'Keep working' })).toBe(true)
    expect(press({ atMs: 1101 + togetherMs, x: 500, control: 'Finish' })).toBe(true)
  })

  test('end where something is typed between them, however quick and near', () => {
    const presses = createPresses()
    const press = pressing(presses)
    press({ control: 'An answer' })
    presses.takesKey({ atMs: 1100, key: 'a', isRepeat: false, control: 'An answer', isPressed: false })
    expect(press({ atMs: 1200, control: 'Next' })).toBe(true)
  })

  test('a click that no pointer made counts: a screen reader, a switch, a voice', () => {
    const presses = createPresses()
    pressing(presses)()
    expect(presses.takesClick({ detail: 0, control: 'Finish all the same', isOnce: true })).toBe(true)
  })
})

describe('keys', () => {
  const key = (more: object = {}) => ({
    ...{ atMs: 1000, key: 'Enter', isRepeat: false, control: 'Finish' as unknown, isPressed: true },
    ...more,
  })

  test('held down press once', () => {
    const presses = createPresses()
    expect(presses.takesKey(key())).toBe(true)
    for (let atMs = 1500; atMs < 5000; atMs += 30)
      expect(presses.takesKey(key({ atMs, isRepeat: true, control: 'Finish all the same' }))).toBe(false)
  })

  test('meant for what had the focus a moment ago press nothing that took it since', () => {
    const presses = createPresses()
    presses.takesKey(key({ key: 'o', control: 'essay', isPressed: false }))
    for (const atMs of [1400, 1800, 2200]) expect(presses.takesKey(key({ atMs, key: ' ', control: 'Continue' }))).toBe(false)
    expect(presses.takesKey(key({ atMs: 2201 + togetherMs, control: 'Continue' }))).toBe(true)
  })

  test('press what has got the focus otherwise, while what had it is still there', () => {
    const presses = createPresses((control) => control === 'Save the file')
    presses.takesKey(key({ control: 'Save the file' }))
    expect(presses.takesKey(key({ atMs: 1010, control: 'Export' }))).toBe(true)
  })

  test.each(['Tab', 'ArrowDown', 'Escape', 'Home'])('press what the learner went to by %s, however quick', (moving) => {
    const presses = createPresses()
    presses.takesKey(key())
    presses.takesKey(key({ atMs: 1050, key: moving, control: 'Keep working' }))
    expect(presses.takesKey(key({ atMs: 1100, control: 'Finish all the same' }))).toBe(true)
  })

  test('press what the learner has gone to with a pointer since, however quick', () => {
    const presses = createPresses()
    presses.takesKey(key())
    pressing(presses)({ atMs: 1050, control: 'Resit' })
    expect(presses.takesKey(key({ atMs: 1100, control: 'Start' }))).toBe(true)
  })

  test('that write something are never held back', () => {
    const presses = createPresses()
    presses.takesKey(key())
    for (const isRepeat of [false, true])
      expect(presses.takesKey(key({ atMs: 1010, isRepeat, control: 'essay', isPressed: false }))).toBe(true)
    expect(presses.takesKey(key({ key: 'Shift', isRepeat: true }))).toBe(true)
  })
})

describe('whatever an impatient learner does', () => {
  /** A press at one spot, some time after the one before. */
  const step = fc.record({ afterMs: fc.integer({ min: 1, max: togetherMs }), by: fc.constantFrom('mouse', 'touch') })

  test('one row of presses goes through one choice at most, though each next dialog lay right under it', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 30 }), fc.boolean(), (steps, isCounted) => {
        const by = steps[0]?.by ?? 'mouse'
        const press = pressing()
        let screen = 0
        let atMs = 1000
        steps.forEach(({ afterMs }, index) => {
          atMs += afterMs
          if (press({ atMs, by, detail: by === 'mouse' && isCounted ? index + 1 : 1, control: screen })) screen += 1
        })
        expect(screen).toBe(1)
      }),
    )
  })

  test('one press alone always counts, by whatever and wherever', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.integer({ min: togetherMs + 1, max: 10_000 }), (steps, pauseMs) => {
        const press = pressing()
        let atMs = 0
        for (const { afterMs, by } of steps) {
          atMs += afterMs
          press({ atMs, by, control: atMs })
        }
        expect(press({ atMs: atMs + pauseMs, control: 'Keep working' })).toBe(true)
      }),
    )
  })
})

describe('what can’t be undone', () => {
  test('lies clear of where was pressed, wherever that was', () => {
    const size = { width: 160, height: 44 }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.nat(560),
        fc.nat(444),
        (left, top, x, y) => {
          const box = (down: number) => ({ left, right: left + size.width, top: top + down, bottom: top + down + size.height })
          const down = clearance([box(0)], { x, y })
          expect(clearance([box(down)], { x, y })).toBe(0)
          const isOn = (at: ReturnType<typeof box>) => x >= at.left && x <= at.right && y >= at.top && y <= at.bottom
          expect(isOn(box(down))).toBe(false)
        },
      ),
    )
  })

  test('also where its dialog has been there for a while; what was looked at before stays where it is', () => {
    const style = { paddingBlockStart: '' }
    const paddingPx = () => Number.parseFloat(style.paddingBlockStart) || 0
    const buttonAt = (top: number) => ({
      // The dialog is centred: what is above its buttons moves them down by half of it.
      getBoundingClientRect: () => ({ left: 300, right: 500, top: top + paddingPx() / 2, bottom: top + 44 + paddingPx() / 2 }),
    })
    const buttons: ReturnType<typeof buttonAt>[] = []
    // Boundary: of an element this is what is read and written.
    const actions = { style, querySelectorAll: () => buttons } as unknown as HTMLElement
    const looked = new WeakSet<object>()
    const pressed = { x: 400, y: 320 }
    keepClear(actions, pressed, looked)
    expect(style.paddingBlockStart).toBe('')

    const cancel = buttonAt(300)
    buttons.push(cancel)
    keepClear(actions, pressed, looked)
    expect(clearance([cancel.getBoundingClientRect()], pressed)).toBe(0)
    expect(paddingPx()).toBeGreaterThan(0)

    // Pressed itself, and drawn again while what it began is under way.
    const { top } = cancel.getBoundingClientRect()
    keepClear(actions, { x: 400, y: top + 20 }, looked)
    expect(cancel.getBoundingClientRect().top).toBe(top)
  })
})
