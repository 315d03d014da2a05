import type { ReportData } from '../../report/report-data.js';
import { OutputFile } from '../output/output-file.js';

/** The drawing library takes a second to load: only where a report is asked for. */
export async function writeReport(path: string, data: ReportData): Promise<void> {
  const { renderReport } = await import('../../report/render-report.js');
  const page = await renderReport(data);
  await OutputFile.write(path, (output) => output.add(page));
}
