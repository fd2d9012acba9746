/** What the frame of a course may do: its own scripts, forms and storage. No windows, no dialogs, no way to the page around it. */
export const allowedInFrame = 'allow-scripts allow-same-origin allow-forms'
