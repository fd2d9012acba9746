import type { PersonState } from '@sitwell/contract'
import { Form } from '@sitwell/office-ui/form.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import styles from './edit-person.module.css'
import { fieldTitle, PersonFields } from './person-fields.tsx'
import { nameOf } from './person-name.ts'
import type { PersonField } from './person-values.ts'
import { useEditedPerson } from './use-edited-person.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

/** The form of a person. If somebody else saved meanwhile, it shows both versions, and continues with what a person decides about each field. */
export const EditPerson = ({
  person,
  contactFixed,
  onSaved,
  onMeanwhile,
  onCancel,
}: {
  /** As it is when the form opens. */
  readonly person: PersonState
  readonly contactFixed: string | undefined
  onSaved(person: PersonState, hasChanged: boolean): void
  onMeanwhile(person: PersonState): void
  onCancel(): void
}) => {
  const { text } = useOffice()
  const edited = useEditedPerson(person, { onSaved, onMeanwhile })
  const { conflict, errors } = edited
  const guard = useLeaveGuard(edited.hasTyped)
  // The one that the form was opened with: the page may learn of another meanwhile.
  const [name] = useState(() => nameOf(person))
  const inConflict = new Set(conflict?.fields)
  const fieldErrors = Object.fromEntries(Object.entries(errors).filter(([field]) => !inConflict.has(field as PersonField)))
  return (
    <>
      <Form
        label={text('person.editOf', { name })}
        errors={errors}
        problem={edited.problem}
        submit={text('person.save')}
        isPending={edited.isPending}
        onSubmit={() => void edited.save()}
        onCancel={onCancel}
      >
        {/* There from the start, so that what comes into it is announced. */}
        <div role="status">
          {conflict !== undefined && (
            <div className={styles.explain}>
              <p className={styles.first}>{text('conflict.title', { name })}</p>
              <p>{text(conflict.fields.length > 0 ? 'conflict.explain' : 'conflict.noneLeft')}</p>
              {conflict.taken.length > 0 && (
                <p>{text('conflict.taken', { fields: conflict.taken.map((field) => fieldTitle(field, text)).join(', ') })}</p>
              )}
            </div>
          )}
        </div>
        <PersonFields
          values={edited.values}
          onValues={edited.setValues}
          errors={fieldErrors}
          contactFixed={contactFixed}
          below={(field) =>
            conflict !== undefined &&
            inConflict.has(field) && (
              <ConflictChoice
                field={field}
                mine={conflict.mine[field]}
                theirs={conflict.theirs[field]}
                decision={conflict.decided[field]}
                error={errors[field]}
                onDecide={(decision) => edited.decide(field, decision)}
              />
            )
          }
        />
      </Form>
      {guard}
    </>
  )
}
