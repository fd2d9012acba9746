import { describe, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type DocumentEvent, documentMachine, slowMs } from './document.machine.ts'
import type { PdfView } from './pdf-view.ts'

// Nothing of a view is called here.
const view = {} as PdfView

const start = () => {
  const clock = new SimulatedClock()
  const listeners: ((event: DocumentEvent) => void)[] = []
  const letGo = vi.fn()
  const open = vi.fn((tell: (event: DocumentEvent) => void) => {
    listeners.push(tell)
    return letGo
  })
  const actor = createActor(documentMachine, { input: { open }, clock }).start()
  const tell = (event: DocumentEvent) => listeners.at(-1)?.(event)
  return { actor, clock, tell, letGo, open, value: () => actor.getSnapshot().value }
}

describe('a document beside a question', () => {
  test('is shown once it is open, and let go of when it is closed', () => {
    const { actor, tell, letGo, value } = start()
    tell({ type: 'OPENED', view })
    expect(value()).toEqual({ there: 'shown' })
    expect(actor.getSnapshot().context.view).toBe(view)
    actor.stop()
    expect(letGo).toHaveBeenCalledOnce()
  })

  test('says so where it takes long, and opens all the same', () => {
    const { clock, tell, value } = start()
    clock.increment(slowMs - 1)
    expect(value()).toEqual({ there: { opening: 'soon' } })
    clock.increment(1)
    expect(value()).toEqual({ there: { opening: 'slow' } })
    tell({ type: 'OPENED', view })
    expect(value()).toEqual({ there: 'shown' })
  })

  test('asks for its password until one opens it', () => {
    const { actor, tell, value } = start()
    const answer = vi.fn()
    tell({ type: 'ASKED', isWrong: false, answer })
    expect(value()).toEqual({ there: 'locked' })
    actor.send({ type: 'ANSWERED', password: 'sesame' })
    expect([value(), answer.mock.calls]).toEqual([{ there: { opening: 'soon' } }, [['sesame']]])
    tell({ type: 'ASKED', isWrong: true, answer })
    expect(actor.getSnapshot().context.isWrong).toBe(true)
    actor.send({ type: 'ANSWERED', password: 'open' })
    tell({ type: 'OPENED', view })
    expect(value()).toEqual({ there: 'shown' })
  })

  test.each(['broken', 'too-large', 'missing', 'unreachable'] as const)(
    'that is %s is let go of, and can be tried again',
    (failure) => {
      const { actor, tell, letGo, open, value } = start()
      tell({ type: 'FAILED', failure })
      expect([value(), actor.getSnapshot().context.failure]).toEqual(['failed', failure])
      expect(letGo).toHaveBeenCalledOnce()
      actor.send({ type: 'RETRY' })
      expect([value(), open.mock.calls.length]).toEqual([{ there: { opening: 'soon' } }, 2])
      tell({ type: 'OPENED', view })
      expect(value()).toEqual({ there: 'shown' })
    },
  )
})
