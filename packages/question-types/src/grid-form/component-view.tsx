import { lazy, memo, Suspense } from 'react'
import { CalendarEntry } from './calendar-entry.tsx'
import { CardsEntry } from './cards-entry.tsx'
import { CheckboxEntry, DropdownEntry, RadioEntry } from './choice-entry.tsx'
import { DateEntry } from './date-entry.tsx'
import { LazyDrawing } from './drawing/lazy-drawing.tsx'
import styles from './fields.module.css'
import { FileEntry } from './file-entry.tsx'
import type { GridComponent } from './form.ts'
import { type FormHands, isSameFor } from './form-hands.ts'
import { OrderEntry } from './order-entry.tsx'
import { PairsEntry } from './pairs-entry.tsx'
import { Hotspot, Picture } from './picture.tsx'
import { PointsEntry } from './points-entry.tsx'
import { RecordingEntry } from './recording-entry.tsx'
import { TextEntry } from './text-entry.tsx'
import { TimerEntry } from './timer-entry.tsx'

/** Of all forms only few have code of their author's own. */
const CustomEntry = lazy(() => import('./custom-entry.tsx'))

interface ComponentProps {
  readonly component: GridComponent
  readonly hands: FormHands
}

/** One component of a cell. A form may have hundreds: a key in one of them draws none of the others again. */
export const ComponentView = memo(
  ({ component, hands }: ComponentProps) => {
    switch (component.kind) {
      case 'text':
        return <div className={styles.text}>{hands.renderHtml(component.html)}</div>
      case 'input':
        return component.format === 'date' ? (
          <DateEntry field={component} hands={hands} />
        ) : (
          <TextEntry field={component} hands={hands} />
        )
      case 'textarea':
        return <TextEntry field={component} hands={hands} />
      case 'calendar':
        return <CalendarEntry field={component} hands={hands} />
      case 'radio':
        return <RadioEntry field={component} hands={hands} />
      case 'checkbox':
        return <CheckboxEntry field={component} hands={hands} />
      case 'dropdown':
        return <DropdownEntry field={component} hands={hands} />
      case 'button':
        return (
          <button
            type="button"
            className={component.action === undefined ? styles.button : `${styles.button} ${styles.main}`}
            disabled={hands.isLocked}
            onClick={() =>
              component.confirm ? hands.ask({ name: component.name, effect: component }) : hands.press(component)
            }
          >
            {component.name}
          </button>
        )
      case 'fileButton':
        return <FileEntry field={component} hands={hands} />
      case 'image':
        return <Picture image={component} hands={hands} />
      case 'hotspot':
        return <Hotspot field={component} hands={hands} />
      case 'areaOrder':
        return <OrderEntry field={component} hands={hands} />
      case 'areaPairs':
        return <PairsEntry field={component} hands={hands} />
      case 'areaCards':
        return <CardsEntry field={component} hands={hands} />
      case 'points':
        return <PointsEntry field={component} hands={hands} />
      case 'drawing':
        return <LazyDrawing field={component} hands={hands} />
      case 'custom':
        return (
          <Suspense fallback={null}>
            <CustomEntry field={component} hands={hands} />
          </Suspense>
        )
      case 'recording':
        return <RecordingEntry field={component} hands={hands} />
      case 'timer':
        return <TimerEntry field={component} hands={hands} />
    }
  },
  (before, after) => before.component === after.component && isSameFor(after.component, before.hands, after.hands),
)
