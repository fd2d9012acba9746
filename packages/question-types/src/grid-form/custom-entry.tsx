import { readTheme } from '../legacy-control/panel-frame.ts'
import { isCodeAnswer } from './custom-response.ts'
import { FieldGroup } from './field-frame.tsx'
import type { ComponentOf } from './form.ts'
import type { FormHands } from './form-hands.ts'

/** An interaction of its author's own code, which the player shows in a frame. */
const CustomEntry = ({ field, hands }: { readonly field: ComponentOf<'custom'>; readonly hands: FormHands }) => {
  const { answer, files, isLocked, fill, elementId, renderCustomCode, labelledBy } = hands
  const value = answer.values.get(field.id) ?? ''
  const { label, type, module, modules, properties, markup, response } = field
  return (
    <FieldGroup field={field} elementId={elementId(field.id)}>
      {renderCustomCode(
        {
          ...{ label, type, module, modules, properties, markup, response, files: field.files, value, isLocked, labelledBy },
          theme: readTheme,
          onAnswer: (json) => {
            const isTaken = isCodeAnswer(json)
            if (isTaken && json !== value && !isLocked) fill(field, json)
            return isTaken
          },
        },
        files,
      )}
    </FieldGroup>
  )
}
export default CustomEntry
