import { incidentCategories, type LiveView } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { TextArea, TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useOffice } from '../../office-context.tsx'
import styles from './acts.module.css'
import { type ActDraft, type ActField, fieldsOfAct, type LiveActId, mostWordsOf } from './live-acts.ts'

/** Minutes that are one press away. */
const usualMinutes = [5, 10, 15, 30] as const

interface FieldsProps {
  readonly id: LiveActId
  readonly draft: ActDraft
  readonly faults: readonly ActField[]
  readonly view: LiveView
  onChange(draft: ActDraft): void
}

const Minutes = ({ id, draft, faults, onChange }: FieldsProps) => {
  const { text, language } = useOffice()
  const isOptional = fieldsOfAct[id].includes('minutes?')
  const isFault = faults.includes('minutes') || faults.includes('minutes?')
  return (
    <div>
      <TextInput
        label={text(isOptional ? 'live.field.minutesToo' : 'live.field.minutes')}
        isRequired={!isOptional}
        isLiteral
        maxLength={6}
        error={isFault ? text('live.field.minutesError') : undefined}
        value={draft.minutes}
        onChange={(minutes) => onChange({ ...draft, minutes })}
      />
      <div className={styles.usual}>
        {usualMinutes.map((minutes) => (
          <Button key={minutes} className={density.press} onPress={() => onChange({ ...draft, minutes: String(minutes) })}>
            {text('live.left.minutes', { minutes: minutes.toLocaleString(language.code) })}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** What an act asks for. */
export const ActFields = (props: FieldsProps) => {
  const { text } = useOffice()
  const { id, draft, faults, view, onChange } = props
  const fields = fieldsOfAct[id]
  const wordsOf = id === 'message' || id === 'evacuate' || id === 'incident' ? id : 'reason'
  return (
    <>
      {fields.includes('category') && (
        <Choice
          label={text('live.field.category')}
          options={incidentCategories.map((one) => ({ id: one, title: text(`live.category.${one}`) }))}
          value={draft.category}
          onChange={(picked) =>
            onChange({ ...draft, category: incidentCategories.find((one) => one === picked) ?? draft.category })
          }
        />
      )}
      {fields.includes('words') && (
        <TextArea
          label={text(`live.field.words.${wordsOf}`)}
          help={text(`live.field.help.${wordsOf}`)}
          isRequired
          maxLength={mostWordsOf(id)}
          error={faults.includes('words') ? text('words.needed') : undefined}
          value={draft.words}
          onChange={(words) => onChange({ ...draft, words })}
        />
      )}
      {(fields.includes('minutes') || fields.includes('minutes?')) && <Minutes {...props} />}
      {fields.includes('room') && (
        <Choice
          label={text('live.room')}
          isRequired
          error={faults.includes('room') ? text('live.field.roomError') : undefined}
          options={[
            { id: '', title: text('live.field.room') },
            ...view.rooms.map(({ roomID, name, centre }) => ({
              id: roomID,
              title: text('live.roomOf', { room: name, centre }),
            })),
          ]}
          value={draft.roomID}
          onChange={(roomID) => onChange({ ...draft, roomID })}
        />
      )}
    </>
  )
}
