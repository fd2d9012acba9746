import type { CodeMessage } from '@sitwell/contract/code-messages'
import { mostCodeCharacters } from '@sitwell/contract/code-page'
import type { CodeInstance } from './instance.ts'

/** Milliseconds between two looks at what an interaction holds: what changes without anybody's doing is seen too. */
const lookMs = 500
/** What a learner does, after which it is looked at again. */
const doings = ['click', 'input', 'change', 'keyup', 'pointerup', 'drop', 'focusout']

type Held = { readonly json: string } | { readonly why: string } | 'too large'

const look = (instance: CodeInstance): Held => {
  try {
    const json = JSON.stringify({ response: instance.response() ?? null, state: instance.state() ?? null })
    return json.length > mostCodeCharacters ? 'too large' : { json }
  } catch (error) {
    return { why: String(error) }
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Tells what an interaction holds whenever that changes, from how it is at first. */
export const followInstance = (
  host: Window,
  instance: CodeInstance,
  tell: (message: CodeMessage) => void,
): { readonly tellChange: () => void; readonly tellAgain: () => void } => {
  const first = look(instance)
  let told: Held | 'untold' = first
  const tellChange = () => {
    const held = look(instance)
    if (isSame(held, told)) return
    told = held
    if (held === 'too large') tell({ type: 'refused' })
    else if ('json' in held) tell({ type: 'answer', json: held.json })
    else tell({ type: 'failed', why: held.why.slice(0, 1000) })
  }
  let isSoon = false
  // Once its own listeners have done what they do.
  const soon = () => {
    if (!isSoon)
      host.setTimeout(() => {
        isSoon = false
        tellChange()
      })
    isSoon = true
  }
  for (const doing of doings) host.addEventListener(doing, soon, true)
  host.setInterval(tellChange, lookMs)
  host.addEventListener('pagehide', () => {
    tellChange()
    try {
      instance.end()
    } catch {
      // It is going in any case.
    }
  })
  return {
    tellChange,
    tellAgain() {
      // As it was at first it is not an answer of the learner's.
      if (!isSame(told, first)) told = 'untold'
      tellChange()
    },
  }
}
