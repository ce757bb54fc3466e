import { Page } from '../ui/primitives.tsx'
import styles from './api-docs.module.css'

const FILES = '/api/docs'

/** The API to read about and to try. The server has the files, and the API description that they show. */
export function Component() {
  return (
    <Page className={styles.page}>
      <link rel="stylesheet" href={`${FILES}/files/swagger-ui.css`} />
      <link rel="stylesheet" href={`${FILES}/style.css`} />
      <div id="docs">
        <noscript>
          <main>
            <h1>API</h1>
            <p>
              This page needs JavaScript. The same description, for programs:{' '}
              <a href="/api/openapi.json">openapi.json</a>
            </p>
          </main>
        </noscript>
      </div>
      <script src={`${FILES}/files/swagger-ui-bundle.js`} defer />
      <script src={`${FILES}/start.js`} defer />
    </Page>
  )
}
