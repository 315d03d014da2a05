import type { ReportData } from './report-data.js';
import { OutputFile } from '../write/output-file.js';

/** Writes a report. The drawing library is loaded on demand, because loading takes a second. */
export async function writeReport(path: string, data: ReportData): Promise<void> {
  const { renderReport } = await import('./render-report.js');
  const page = await renderReport(data);
  await OutputFile.write(path, (output) => output.add(page));
}
