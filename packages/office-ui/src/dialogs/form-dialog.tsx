import { Dialog } from '@sitwell/ui/dialog.tsx'
import { type ComponentProps, useState } from 'react'
import { Form } from '../form/form.tsx'

/** A form of a few fields over the page, with its own buttons. What was typed stays in it until it is sent or cancelled. */
export const FormDialog = ({
  title,
  isPending = false,
  onCancel,
  ...form
}: Omit<ComponentProps<typeof Form>, 'label' | 'onCancel'> & { readonly title: string; onCancel(): void }) => {
  // The one that it was opened with: another title would be another dialog, and the fields empty.
  const [label] = useState(title)
  return (
    <Dialog title={label} onClose={isPending ? undefined : onCancel}>
      <Form {...form} label={label} isPending={isPending} onCancel={onCancel} />
    </Dialog>
  )
}
