import { type GivenAnswerRow, type officeGivenAnswers, officeTypedAnswer, type ReplyOf } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import styles from './result-rules.module.css'

type Places = NonNullable<ReplyOf<typeof officeGivenAnswers>['typed']>

/** Takes an answer that perhaps nobody gave, and tries it as those that were given are tried. */
export const TypeAnswer = ({
  place,
  places,
  onTry,
}: {
  readonly place: { readonly deliveryID: string; readonly questionID: string }
  readonly places: Places
  onTry(answer: GivenAnswerRow): void
}) => {
  const { api, text } = useOffice()
  const [values, setValues] = useState(() => places.map(() => ''))
  const [errors, setErrors] = useState<{ readonly first?: string }>({})
  const [problem, setProblem] = useState<string>()
  const [said, setSaid] = useState('')
  const [isPending, setPending] = useState(false)
  const look = async () => {
    setProblem(undefined)
    setSaid('')
    if (values.every((value) => value.trim() === '')) return setErrors({ first: text('words.needed') })
    setErrors({})
    setPending(true)
    const outcome = await api.call(officeTypedAnswer, { body: { ...place, values } })
    setPending(false)
    if (!outcome.ok) {
      const isNone = outcome.kind === 'refused' && outcome.code === 'INVALID_REQUEST'
      return isNone ? setErrors({ first: text('rules.type.empty') }) : setProblem(failureText(outcome, text))
    }
    const { answer } = outcome.value
    if (answer.isRight) return setSaid(text('rules.type.right'))
    if (answer.isAccepted) return setSaid(text('rules.type.accepted'))
    setSaid(text('rules.type.tried', { answer: answer.text, count: answer.count }))
    onTry(answer)
  }
  return (
    <details className={styles.details}>
      <summary>{text('rules.type')}</summary>
      <Form
        label={text('rules.type')}
        errors={errors}
        problem={problem}
        submit={text('rules.type.try')}
        isPending={isPending}
        onSubmit={() => void look()}
      >
        {places.map(({ label, options }, at) => {
          const field = {
            label: label === '' ? text('rules.type.place', { number: at + 1, count: places.length }) : label,
            value: values[at] ?? '',
            onChange: (value: string) => setValues(values.with(at, value)),
            error: at === 0 ? errors.first : undefined,
          }
          const key = `${at}`
          return options ? (
            <Choice
              key={key}
              {...field}
              options={[{ id: '', title: text('rules.choose') }, ...options.map((one) => ({ id: one, title: one }))]}
            />
          ) : (
            <TextInput key={key} {...field} isLiteral maxLength={5000} />
          )
        })}
      </Form>
      <p role="status" className={styles.quiet}>
        {said}
      </p>
    </details>
  )
}
