import type { Failure } from '@sitwell/client/api'
import { useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import type { Decision } from '../people/conflict-choice.tsx'
import { placeFailureText } from './place-failure.ts'
import { changedFields, mergeValues, type Values } from './place-values.ts'

/** Both versions of what somebody else changed meanwhile. */
interface Conflict<Field extends string> {
  readonly mine: Values<Field>
  readonly theirs: Values<Field>
  readonly fields: readonly Field[]
  readonly taken: readonly Field[]
  readonly decided: Readonly<Partial<Record<Field, Decision>>>
}

type Errors<Field extends string> = Readonly<Partial<Record<Field, string>>>

export interface EditedPlace<Field extends string, State extends object> {
  /** As it is when the form opens; undefined: it is new. */
  readonly state: State | undefined
  /** What the form of a new one begins with. */
  readonly initial: Values<Field>
  valuesOf(state: State): Values<Field>
  /** What has to be mended before anything is sent, in words. */
  problemsIn(values: Values<Field>): Errors<Field>
  /** The state that a refusal shows, if it is one. */
  read(current: unknown): State | undefined
  /** `requestId`: the same for the same content, so that what is sent twice is added once. */
  store(sent: {
    readonly values: Values<Field>
    readonly changed: readonly Field[]
    readonly base: State | undefined
    readonly requestId: string
  }): Promise<{ readonly ok: true; readonly state: State } | Failure>
  /** Words for a failure of this kind of thing alone. */
  explain?(failure: Failure): string | undefined
  onSaved(state: State, hasChanged: boolean): void
  onMeanwhile(): void
}

/** Nothing of any field. */
const noneOf = <Field extends string, Value>() =>
  // Boundary: an empty object has no value of a wrong kind.
  ({}) as Readonly<Partial<Record<Field, Value>>>

/** The same id for the same content. */
const useRequestId = () => {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  return (values: object): string => {
    const content = JSON.stringify(values)
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
}

/** A group, centre or room while it is added or changed: what was typed, on which version it is based, and what became of saving it. */
export const useEditedPlace = <Field extends string, State extends object>(edited: EditedPlace<Field, State>) => {
  const { text } = useOffice()
  const [base, setBase] = useState(edited.state)
  const [values, setValues] = useState(() => (edited.state === undefined ? edited.initial : edited.valuesOf(edited.state)))
  const [errors, setErrors] = useState<Errors<Field>>(() => noneOf())
  const [problem, setProblem] = useState<string>()
  const [conflict, setConflict] = useState<Conflict<Field>>()
  const [isPending, setPending] = useState(false)
  const requestIdOf = useRequestId()

  const meet = (before: State, current: State) => {
    const theirs = edited.valuesOf(current)
    const { values: merged, conflicts, taken } = mergeValues(edited.valuesOf(before), values, theirs)
    setBase(current)
    setValues(merged)
    setConflict({ mine: merged, theirs, fields: conflicts, taken, decided: noneOf() })
    edited.onMeanwhile()
  }

  const decide = (field: Field, decision: Decision) => {
    if (conflict === undefined) return
    setConflict({ ...conflict, decided: { ...conflict.decided, [field]: decision } })
    setValues((before) => ({ ...before, [field]: conflict[decision][field] }))
    setErrors((before) => ({ ...before, [field]: undefined }))
  }

  const openErrors = (): Errors<Field> => {
    // Whoever writes a third value has decided too.
    const isOpen = (field: Field) => conflict?.decided[field] === undefined && values[field] === conflict?.mine[field]
    const open = (conflict?.fields ?? []).filter(isOpen).map((field) => [field, text('conflict.choose')])
    return { ...edited.problemsIn(values), ...(Object.fromEntries(open) as Errors<Field>) }
  }

  const take = (failure: Failure) => {
    if (failure.kind === 'refused' && failure.code === 'CHANGED_MEANWHILE' && base !== undefined) {
      const current = edited.read(failure.current)
      if (current !== undefined) return meet(base, current)
    }
    const fields = failure.kind === 'refused' ? (failure.details ?? []).map(({ path }) => path.split('.')[1] ?? '') : []
    const named = Object.keys(values).filter((field) => fields.includes(field))
    if (named.length === 0) return setProblem(edited.explain?.(failure) ?? placeFailureText(failure, text))
    const why =
      failure.kind === 'refused' && failure.code === 'NAME_TAKEN'
        ? text('places.failure.nameTaken')
        : text('person.error.other')
    setErrors(Object.fromEntries(named.map((field) => [field, why])) as Errors<Field>)
  }

  const save = async () => {
    const found = openErrors()
    setErrors(found)
    setProblem(undefined)
    if (Object.values(found).some((error) => error !== undefined)) return
    const changed = base === undefined ? (Object.keys(values) as Field[]) : changedFields(edited.valuesOf(base), values)
    if (base !== undefined && changed.length === 0) return edited.onSaved(base, false)
    setPending(true)
    const outcome = await edited.store({ values, changed, base, requestId: requestIdOf(values) })
    setPending(false)
    if (outcome.ok) edited.onSaved(outcome.state, true)
    else take(outcome)
  }

  const change = (field: Field) => (value: string) => setValues((before) => ({ ...before, [field]: value }))
  return { values, change, errors, problem, conflict, isPending, decide, save }
}
