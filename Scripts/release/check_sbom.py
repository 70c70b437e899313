"""Checks an SBOM by CycloneDX's own library: check_sbom.py FILE"""

import json
import sys

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
if error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
    sys.exit(f"{sys.argv[1]}: {error}")
# A schema does not check that each dependency is one of the components. This does.
Bom.from_json(json.loads(text)).validate()
