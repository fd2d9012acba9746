import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toolsPx, workLayout } from './work-layout.ts'

const plain = { toolsPx: toolsPx.none, hasSource: true, hasScenario: false }
const at = (widthPx: number, heightPx: number, exam = plain as Parameters<typeof workLayout>[1], textScale = 1) => {
  const { list, tools, source } = workLayout({ widthPx, heightPx, textScale }, exam)
  return `${list} ${tools} ${source}`
}

// NAV-216 CONST-203
test('a source stands beside its question, above it where it is narrow, and in its place on a phone; the list goes first', () => {
  expect(at(1440, 900)).toBe('beside below beside')
  expect(at(1024, 768)).toBe('beside below beside')
  expect(at(792, 844)).toBe('beside below above')
  expect(at(791, 844)).toBe('drawer below beside')
  expect(at(700, 900)).toBe('drawer below above')
  expect(at(844, 390)).toBe('drawer below beside')
  expect(at(390, 844)).toBe('drawer below tab')
  expect(at(320, 256)).toBe('drawer below tab')
})

test('texts of twice the size leave half the room', () => {
  expect(at(1440, 900, plain, 2)).toBe(at(720, 450))
  expect(at(1440, 900, plain, 2)).toBe('drawer below beside')
  expect(at(1280, 1800, plain, 2)).toBe('drawer below above')
  expect(at(844, 390, plain, 2)).toBe('drawer below tab')
})

test('tools stand beside the question where that leaves room for it, and never cost a source its place', () => {
  const withTools = { ...plain, toolsPx: toolsPx.calculator }
  expect(at(1440, 900, withTools)).toBe('beside beside beside')
  expect(at(1024, 768, withTools)).toBe('drawer beside beside')
  expect(at(844, 390, withTools)).toBe('drawer below beside')
  expect(at(844, 390, { ...withTools, hasSource: false })).toBe('drawer beside tab')
  expect(at(1280, 800, { ...plain, toolsPx: toolsPx.uploads, hasSource: false })).toBe('beside beside above')
  expect(at(390, 844, withTools)).toBe('drawer below tab')
})

test('an exam with scenarios keeps their room beside every question, and docks tools below them, where a window is high and wide', () => {
  const withScenarios = { toolsPx: toolsPx.uploads, hasSource: true, hasScenario: true }
  expect(at(1440, 900, withScenarios)).toBe('beside docked beside')
  expect(at(1024, 768, withScenarios)).toBe('beside docked beside')
  expect(at(768, 1024, withScenarios)).toBe('drawer docked beside')
  expect(at(700, 900, withScenarios)).toBe('drawer below above')
  expect(at(844, 390, withScenarios)).toBe('drawer below beside')
  expect(at(390, 844, withScenarios)).toBe('drawer below tab')
})

test('in any window a question keeps 320 pixels beside what stands beside it, or all of the window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 320, max: 2560 }),
      fc.integer({ min: 256, max: 1440 }),
      fc.constantFrom(...Object.values(toolsPx)),
      fc.boolean(),
      fc.boolean(),
      (widthPx, heightPx, tools, hasSource, hasScenario) => {
        const layout = workLayout({ widthPx, heightPx, textScale: 1 }, { toolsPx: tools, hasSource, hasScenario })
        const list = layout.list === 'beside' ? 192 : 0
        const taken = list + (layout.tools === 'beside' ? tools : 0)
        const room = layout.source === 'beside' ? (widthPx - taken) * 0.46 : widthPx - taken
        return room >= 320
      },
    ),
  )
})
