import { type LanguagesState, languagesState, officeChangeLanguages, officeSettings } from '@sitwell/contract'
import { languages } from '@sitwell/i18n/languages'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Form } from '@sitwell/office-ui/form.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { Section } from '../people/section.tsx'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import styles from './look.module.css'
import { useSettingsText } from './settings-text.ts'

const browserChoice = 'browser'

interface Values {
  readonly before: string
  readonly offered: readonly number[]
}

const valuesOf = ({ languageID, languages: offered }: LanguagesState): Values => ({
  before: languageID === undefined ? browserChoice : String(languageID),
  offered: languages.map(({ id }) => id).filter((id) => offered.includes(id)),
})

const useLanguagesChange = (state: LanguagesState, onSaved: () => void) => {
  const { api, text } = useOffice()
  const queries = useQueryClient()
  const [base, setBase] = useState(state)
  const [values, setValues] = useState(() => valuesOf(state))
  const [start, setStart] = useState(values)
  const [problem, setProblem] = useState<string>()
  const [hasMeanwhile, setMeanwhile] = useState(false)
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    setProblem(undefined)
    const languageID = values.before === browserChoice ? null : Number(values.before)
    const body = { version: base.version, languageID, languages: [...values.offered] }
    const outcome = await api.call(officeChangeLanguages, { body })
    setPending(false)
    if (outcome.ok) {
      setBase(outcome.value.languages)
      setStart(valuesOf(outcome.value.languages))
      setValues(valuesOf(outcome.value.languages))
      setMeanwhile(false)
      void queries.invalidateQueries({ queryKey: [officeSettings.name] })
      return onSaved()
    }
    const current = outcome.kind === 'refused' ? z.safeParse(languagesState, outcome.current) : undefined
    if (!current?.success) return setProblem(failureText(outcome, text))
    setBase(current.data)
    setMeanwhile(true)
  }
  const hasTyped = JSON.stringify(values) !== JSON.stringify(start)
  return { base, values, setValues, problem, hasMeanwhile, isPending, save, hasTyped }
}

const Offered = ({
  values,
  setValues,
  mayWrite,
}: {
  readonly values: Values
  setValues(change: (before: Values) => Values): void
  readonly mayWrite: boolean
}) => {
  const text = useSettingsText()
  const id = useId()
  return (
    <fieldset className={styles.logo} aria-describedby={id} disabled={!mayWrite}>
      <legend className={styles.legend}>{text('languages.offered')}</legend>
      <span id={id} className={styles.quietText}>
        {text('languages.offered.help')}
      </span>
      {languages.map((language) => (
        <Checkbox
          key={language.id}
          isDisabled={!mayWrite}
          isSelected={values.offered.includes(language.id)}
          onChange={(is) =>
            setValues((before) => ({
              ...before,
              offered: languages
                .map((one) => one.id)
                .filter((one) => (one === language.id ? is : before.offered.includes(one))),
            }))
          }
        >
          <bdi lang={language.code}>{language.name}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** The language before a sign-in, and those that people choose from. */
export const LanguagesPart = ({
  state,
  mayWrite,
  onSaved,
}: {
  readonly state: LanguagesState
  readonly mayWrite: boolean
  onSaved(): void
}) => {
  const text = useSettingsText()
  const moment = useMomentText()
  const { base, values, setValues, ...change } = useLanguagesChange(state, onSaved)
  const guard = useLeaveGuard(change.hasTyped)
  const nameOf = (language: string) => languages.find((one) => String(one.id) === language)?.name
  return (
    <Section title={text('settings.tab.languages')} className={styles.languages}>
      {base.changed !== undefined && (
        <p className={styles.quietText}>{text('settings.changed', { name: base.changed.by, time: moment(base.changed.at) })}</p>
      )}
      {mayWrite ? (
        <Form
          label={text('settings.tab.languages')}
          errors={{}}
          problem={change.problem}
          submit={text('settings.save')}
          isPending={change.isPending}
          onSubmit={() => void change.save()}
        >
          <div role="status">{change.hasMeanwhile && <p className={styles.meanwhile}>{text('settings.meanwhile')}</p>}</div>
          <Choice
            label={text('languages.before')}
            help={text('languages.before.help')}
            value={values.before}
            onChange={(before) => setValues((all) => ({ ...all, before }))}
            options={[
              { id: browserChoice, title: text('languages.browser') },
              ...languages.map((language) => ({ id: String(language.id), title: language.name })),
            ]}
          />
          <Offered values={values} setValues={setValues} mayWrite={mayWrite} />
        </Form>
      ) : (
        <div className={styles.readOnly}>
          <dl className={styles.facts}>
            <dt>{text('languages.before')}</dt>
            <dd>{nameOf(values.before) ?? text('languages.browser')}</dd>
          </dl>
          <Offered values={values} setValues={setValues} mayWrite={mayWrite} />
        </div>
      )}
      {guard}
    </Section>
  )
}
