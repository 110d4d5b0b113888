#!/usr/bin/env node
// The command `fhir-hopper`: hands the words of the command line to a command, and turns failures into one line.
import { reportFailure, surviveClosedPipes } from './output.ts';
import { runProgram } from './program.ts';

surviveClosedPipes();
try {
  process.exitCode = await runProgram(process.argv.slice(2));
} catch (error) {
  process.exitCode = reportFailure(error);
}
