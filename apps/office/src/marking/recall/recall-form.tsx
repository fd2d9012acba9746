import type { officeMarkersOf, officeMarkingQuestions, ReplyOf } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { DateTimeField } from '@sitwell/office-ui/date-field.tsx'
import { Form } from '@sitwell/office-ui/form.tsx'
import { useState } from 'react'
import { useOffice } from '../../office-context.tsx'
import { nameOf } from '../../people/person-name.ts'
import { type Chosen, nothingChosen, problemsOf } from './recall-values.ts'

type Question = ReplyOf<typeof officeMarkingQuestions>['questions'][number]

/** Whose marks of which time are returned. */
export const RecallForm = ({
  markers,
  questions,
  problem,
  isPending,
  onShow,
}: {
  readonly markers: ReplyOf<typeof officeMarkersOf>['markers']
  readonly questions: readonly Question[]
  readonly problem: string | undefined
  readonly isPending: boolean
  onShow(chosen: Chosen): void
}) => {
  const { text } = useOffice()
  const [chosen, setChosen] = useState(nothingChosen)
  const [errors, setErrors] = useState<Partial<Record<keyof Chosen, string>>>({})
  const set = (field: keyof Chosen) => (value: string) => setChosen((before) => ({ ...before, [field]: value }))
  const submit = () => {
    const found = problemsOf(chosen, text)
    setErrors(found)
    if (Object.keys(found).length === 0) onShow(chosen)
  }
  return (
    <Form
      label={text('marking.recall')}
      errors={errors}
      problem={problem}
      submit={text('marking.recall.preview')}
      isPending={isPending}
      onSubmit={submit}
    >
      <Choice
        label={text('marking.recall.marker')}
        isRequired
        error={errors.marker}
        value={chosen.marker}
        onChange={set('marker')}
        options={[
          { id: '', title: text('marking.recall.choose') },
          ...markers.map((one) => ({
            id: String(one.userID),
            title: text('marking.recall.markerOf', { name: nameOf(one), count: one.responses }),
          })),
        ]}
      />
      <Choice
        label={text('marking.recall.question')}
        value={chosen.question}
        onChange={set('question')}
        options={[
          { id: '', title: text('marking.recall.allQuestions') },
          ...questions.map(({ queueID, number, text: begins }) => ({
            id: queueID,
            title: number === undefined ? text('marking.queueOpen', { begins }) : text('marking.queueOf', { number, begins }),
          })),
        ]}
      />
      <DateTimeField label={text('marking.recall.from')} error={errors.from} value={chosen.from} onChange={set('from')} />
      <DateTimeField label={text('marking.recall.until')} error={errors.until} value={chosen.until} onChange={set('until')} />
    </Form>
  )
}
