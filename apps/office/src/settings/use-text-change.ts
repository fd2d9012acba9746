import {
  type OwnTextProblem,
  type OwnTextState,
  officeChangeText,
  officeTexts,
  ownTextProblems,
  ownTextState,
  type ReplyOf,
} from '@sitwell/contract'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useSettingsText } from './settings-text.ts'

const isProblem = (message: string | undefined): message is OwnTextProblem => ownTextProblems.some((one) => one === message)

/** The change of one own text: what was typed, why it wasn't taken, and how the text is on the server by now. */
export const useTextChange = (shown: OwnTextState, languageID: number, onSaved: () => void) => {
  const { api, text: officeText } = useOffice()
  const text = useSettingsText()
  const queries = useQueryClient()
  const [start] = useState(() => shown.own ?? shown.usual)
  const [value, setValue] = useState(start)
  const [base, setBase] = useState(shown)
  const [hasMeanwhile, setMeanwhile] = useState(false)
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const names = shown.names.map((name) => `{${name}}`).join(', ')

  /** Whoever opens the form again before the texts are read again has the text as it is now. */
  const show = (now: OwnTextState) => {
    queries.setQueriesData<InfiniteData<ReplyOf<typeof officeTexts>>>(
      { queryKey: [officeTexts.name] },
      (held) =>
        held && {
          ...held,
          pages: held.pages.map((page) => ({ ...page, texts: page.texts.map((one) => (one.id === now.id ? now : one)) })),
        },
    )
    void queries.invalidateQueries({ queryKey: [officeTexts.name] })
  }

  const send = async (wanted: string | undefined) => {
    setError(undefined)
    setProblem(undefined)
    setPending(true)
    const body = { languageID, id: shown.id, version: base.version, ...(wanted !== undefined && { text: wanted }) }
    const outcome = await api.call(officeChangeText, { body })
    setPending(false)
    if (outcome.ok) {
      show(outcome.value.text)
      return onSaved()
    }
    const current = outcome.kind === 'refused' ? z.safeParse(ownTextState, outcome.current) : undefined
    if (current?.success) {
      setBase(current.data)
      return setMeanwhile(true)
    }
    const details = outcome.kind === 'refused' ? (outcome.details ?? []) : []
    const found = details.find(({ path }) => path === 'body.text')?.message
    if (isProblem(found))
      return setError(text(`texts.problem.${found}`, { names: names === '' ? text('texts.noNames') : names }))
    setProblem(failureText(outcome, officeText))
  }

  return {
    ...{ value, setValue, base, hasMeanwhile, error, problem, isPending, names },
    hasTyped: value !== start,
    save: () => send(value),
    toDefault: () => send(undefined),
  }
}
