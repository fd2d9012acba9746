import type { Failure } from '@sitwell/client/api'
import { type LogoProblem, type LookState, lookState, officeChangeLook, officeSettings } from '@sitwell/contract'
import { parseColour } from '@sitwell/themes/colour'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { type ChosenLogo, changedParts, lookValuesOf } from './look-values.ts'
import { useSettingsText } from './settings-text.ts'

type Refused = Extract<Failure, { kind: 'refused' }>

type Part = 'name' | 'primaryColour' | 'secondaryColour' | 'logo' | 'appBarLogo'

const messageIds = {
  'no-name': 'settings.problem.no-name',
  'no-colour': 'settings.problem.no-colour',
  'too-large': 'settings.problem.logo-too-large',
  'no-picture': 'settings.problem.no-picture',
  unsafe: 'settings.problem.unsafe',
} as const

const isKnown = (message: string): message is keyof typeof messageIds => Object.hasOwn(messageIds, message)

/** The form of the look: what was entered, what is wrong with it, and the look that the change is based on. */
export const useLookChange = (look: LookState, onSaved: () => void) => {
  const { api, text: officeText } = useOffice()
  const text = useSettingsText()
  const queries = useQueryClient()
  const [base, setBase] = useState(look)
  const [start, setStart] = useState(() => lookValuesOf(look))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Readonly<Partial<Record<Part, string>>>>({})
  const [problem, setProblem] = useState<string>()
  const [hasMeanwhile, setMeanwhile] = useState(false)
  const [isPending, setPending] = useState(false)
  const changed = changedParts(values, start)

  const restart = (next: LookState) => {
    setBase(next)
    setStart(lookValuesOf(next))
    setValues(lookValuesOf(next))
    setMeanwhile(false)
  }
  const wrong = (parts: readonly (readonly [Part, keyof typeof messageIds])[]) =>
    Object.fromEntries(parts.map(([part, message]) => [part, text(messageIds[message])]))

  const problems = (): readonly (readonly [Part, keyof typeof messageIds])[] => [
    ...(values.name.trim() === '' ? [['name', 'no-name'] as const] : []),
    ...(['primaryColour', 'secondaryColour'] as const).flatMap((part) =>
      values[part].trim() === '' || parseColour(values[part]) ? [] : [[part, 'no-colour'] as const],
    ),
  ]

  /** Whether a refusal says what is to be done: which parts are wrong, or that the look was changed meanwhile. */
  const meet = ({ code, details = [], current }: Refused): boolean => {
    const theirs = z.safeParse(lookState, current)
    if (code === 'CHANGED_MEANWHILE' && theirs.success) {
      // What was entered stays; what it is based on is the look of now.
      setBase(theirs.data)
      setMeanwhile(true)
      return true
    }
    const parts = details.flatMap(({ path, message }) =>
      isKnown(message) ? [[path.replace(/^body\./, '') as Part, message] as const] : [],
    )
    setErrors(wrong(parts))
    return parts.length > 0
  }

  const save = async () => {
    const found = problems()
    setErrors(wrong(found))
    setProblem(undefined)
    if (found.length > 0) return
    setPending(true)
    const outcome = await api.call(officeChangeLook, { body: { version: base.version, ...changed } })
    setPending(false)
    if (outcome.ok) {
      restart(outcome.value.look)
      void queries.invalidateQueries({ queryKey: [officeSettings.name] })
      return onSaved()
    }
    if (outcome.kind !== 'refused' || !meet(outcome)) setProblem(failureText(outcome, officeText))
  }

  return {
    ...{ base, values, errors, problem, hasMeanwhile, isPending, save },
    hasTyped: Object.keys(changed).length > 0,
    set: (part: Exclude<Part, 'logo' | 'appBarLogo'>, value: string) => setValues((before) => ({ ...before, [part]: value })),
    setLogo: (part: 'logo' | 'appBarLogo', logo: ChosenLogo | LogoProblem | null) => {
      if (typeof logo === 'string') return setErrors((before) => ({ ...before, ...wrong([[part, logo]]) }))
      setErrors(({ [part]: _gone, ...others }) => others)
      setValues((before) => ({ ...before, [part]: logo }))
    },
  }
}
