import { classNames } from '@sitwell/ui/class-names.ts'
import { Icon } from '@sitwell/ui/icon.tsx'
import { ComboBox as AriaComboBox, Button, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components/ComboBox'
import density from '../density.module.css'
import { useOfficeTexts } from '../office-texts.tsx'
import styles from './field.module.css'
import menu from './menu-button.module.css'
import type { Option } from './select.tsx'

/** One of many options, which are found by typing. */
export const ComboBox = ({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly Option[]
  /** Id of the option; undefined: none is chosen. */
  readonly value: string | undefined
  onChange(id: string | undefined): void
}) => {
  const { text } = useOfficeTexts()
  return (
    <AriaComboBox
      selectedKey={value ?? null}
      onSelectionChange={(key) => onChange(key === null ? undefined : String(key))}
      allowsEmptyCollection
      className={classNames(density.compact, styles.field)}
    >
      <Label className={styles.label}>{label}</Label>
      <div className={styles.box}>
        <Input dir="auto" className={styles.input ?? ''} />
        <Button className={styles.open ?? ''}>
          <Icon name="arrowDown" className={styles.icon} />
        </Button>
      </div>
      <Popover offset={4} className={classNames(density.compact, menu.popover)}>
        <ListBox
          items={options}
          className={styles.list ?? ''}
          renderEmptyState={() => <div className={styles.none}>{text('combo.none')}</div>}
        >
          {({ id, title }) => (
            <ListBoxItem id={id} textValue={title} className={menu.entry ?? ''}>
              <bdi>{title}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}
