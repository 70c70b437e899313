"""Checks an SBOM by CycloneDX's own library: check_sbom.py FILE"""

import json
import sys

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

text = open(sys.argv[1], encoding="utf-8").read()
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
if error:
    sys.exit(f"{sys.argv[1]}: {error}")
# A schema does not check that each dependency is one of the components. Reading and `validate` do.
bom = Bom.from_json(json.loads(text))
bom.validate()
print(f"{len(bom.components)} components, {bom.serial_number.urn}")
