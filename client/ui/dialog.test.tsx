import { expect, it, vi } from 'vitest'

import { renderScreen } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'

it('puts the initial focus on its heading, not on a link further down', async () => {
  const focusedFirst: (string | undefined)[] = []
  const open = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    focusedFirst.push(this.querySelector('[autofocus]')?.textContent)
  })
  await renderScreen(() => (
    <Dialog heading="Disclaimer" onClose={() => undefined} actions={<button type="button">Accept</button>}>
      <a href="/terms-of-service">Terms of Use</a>
    </Dialog>
  ))
  expect(focusedFirst).toEqual(['Disclaimer'])
  expect(document.activeElement?.textContent).toBe('Disclaimer')
  open.mockRestore()
})
