import {
  officeChangeRule,
  officeSettings,
  type ReplyOf,
  type RuleProblem,
  type RuleState,
  ruleProblems,
  ruleState,
} from '@sitwell/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { holdsNow } from './rule-values.ts'
import { useSettingsText } from './settings-text.ts'

const isRuleProblem = (message: string | undefined): message is RuleProblem => ruleProblems.some((one) => one === message)

/** The change of a rule: what was typed, why it wasn't taken, and how the rule is on the server by now. */
export const useRuleChange = (rule: RuleState, onSaved: (rule: RuleState) => void) => {
  const { api, text: officeText } = useOffice()
  const text = useSettingsText()
  const queries = useQueryClient()
  const [start] = useState(() => holdsNow(rule) ?? '')
  const [value, setValue] = useState(start)
  const [base, setBase] = useState(rule)
  const [hasMeanwhile, setMeanwhile] = useState(false)
  const [error, setError] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const readAgain = () => void queries.invalidateQueries({ queryKey: [officeSettings.name] })

  /** Whoever opens the form again before the settings are read again has the rule as it is now. */
  const show = (now: RuleState) => {
    queries.setQueriesData<ReplyOf<typeof officeSettings>>(
      { queryKey: [officeSettings.name] },
      (held) => held && { ...held, rules: held.rules.map((one) => (one.key === now.key ? now : one)) },
    )
    readAgain()
  }

  /** `wanted`: undefined lets the default hold. */
  const send = async (wanted: string | undefined) => {
    setError(undefined)
    setProblem(undefined)
    setPending(true)
    const body = { key: rule.key, version: base.version, ...(wanted !== undefined && { value: wanted }) }
    const outcome = await api.call(officeChangeRule, { body })
    setPending(false)
    if (outcome.ok) {
      show(outcome.value.rule)
      return onSaved(outcome.value.rule)
    }
    if (outcome.kind === 'refused') {
      const current = z.safeParse(ruleState, outcome.current)
      if (outcome.code === 'CHANGED_MEANWHILE' && current.success) {
        setBase(current.data)
        setMeanwhile(true)
        return show(current.data)
      }
      const found = outcome.details?.find(({ path }) => path === 'body.value')?.message
      if (isRuleProblem(found))
        return setError(text(`settings.problem.${found}`, { least: rule.least ?? 0, most: rule.most ?? 0 }))
    }
    setProblem(failureText(outcome, officeText))
  }

  return {
    ...{ value, setValue, base, hasMeanwhile, error, problem, isPending },
    hasTyped: value !== start,
    save: () => send(rule.kind === 'number' ? value.trim().replace(',', '.') : value),
    toDefault: () => send(undefined),
  }
}
