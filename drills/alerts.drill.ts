import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { findSystemProgram, skipWithout } from './support/requirements.ts'

test('Prometheus takes the alerts, and raises them when it should', { skip: skipWithout('promtool') }, () => {
  const promtool = findSystemProgram('promtool') ?? ''
  execFileSync(promtool, ['check', 'rules', 'deploy/prometheus/rules.yaml'], { stdio: 'pipe' })
  execFileSync(promtool, ['test', 'rules', 'drills/support/alerts.yaml'], { stdio: 'pipe' })
})
